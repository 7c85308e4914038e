/** What does not hold yet, as it stands today: a fault that is gone or a new one fails the suite. */
export const knownFaults: Readonly<Record<string, readonly string[]>> = {
  // FIXME(issue 4): "I planted …", "i repaired …", "I main …", "I keep … in …" are not read as statements yet.
  'SC-02: a gardening club on another platform, first person': [
    'mo at beds asked "What do you know about Ingrid?": lacks "forty tulips" under "Ingrid Dahl\'s shared context"',
    'mo at beds asked "What do you know about Ingrid?": lacks the fact "tulips" about ingrid by ingrid fact',
  ],
  'SC-02: in another open channel of the workspace': [
    'dora at lobby asked "what has yusuf done?": lacks "espresso machine" under "Yusuf\'s shared context"',
    'dora at lobby asked "what has yusuf done?": lacks the fact "espresso machine" about yusuf by yusuf',
  ],
  'SC-04: renamed twice': [
    'sol at arena asked "who does Viktor main?": lacks "Zarya" under "Viktor the Calm\'s shared context"',
    'sol at arena asked "who does Viktor main?": lacks the fact "Zarya" about vk by vk',
  ],
  'SC-06: one of two left a group that belongs to no workspace': [
    'nell at band asked "who has to do with the drum kit?": lacks "cellar" under "a former member\'s shared context"',
    'nell at band asked "who has to do with the drum kit?": lacks "drum kit" under "Ida\'s shared context"',
  ],
  // FIXME(issue 4): "I'm training for the Lisbon marathon" is not read as a statement yet.
  'SC-03: two runners training for different races': ['pru at dm:pru asked "my training": lacks "Lisbon"'],
  // FIXME(issue 4): "my kitchen has …" is not read yet.
  'SC-03: two houses, in a group of no workspace, asked without a place': [
    'nour at no place asked "my kitchen": lacks "green tiles"',
    'lars at no place asked "my kitchen": lacks "gas stove"',
  ],
  // FIXME(issue 4): applying for a job in other words than "looking for a job" is not ranked personal yet, and is told to colleagues.
  'SC-08: a teacher: a boat, a job elsewhere, a diagnosis': [
    'paulo at staff asked "what do you know about Sigrid?": has "another school"',
  ],
  // FIXME(issue 4): "I broke up with …" and "I take antidepressants" are not read yet.
  'SC-08: a gamer: an instrument, a breakup, a medicine': [
    'mika at dm:mika asked "what do you know about me?": lacks "broke up"',
    'mika at dm:mika asked "what do you know about me?": lacks "antidepressants"',
    'mika at raid asked "what do you know about me?": lacks "broke up"',
  ],
  // FIXME(issue 4): "… lost a lot of money at the casino" is not read yet.
  'SC-15: no word of confidence, told alone all the same': [
    'gil at dm:gil asked "what about Rosa?": lacks "casino"',
  ],
  // FIXME(issue 4): "I owe the bank …" is not read yet.
  'SC-18: money trouble, no word of secrecy, asked in a group and in another': [
    'theo at dm:theo asked "what do I owe?": lacks "thirty thousand"',
  ],
  // FIXME(issue 4): "I earn ninety thousand a year", in words, is not read yet.
  'SC-30: a dm that two people read': ['ravi at dm:ravi asked "what do I earn?": lacks "ninety thousand"'],
  // FIXME(issue 4): "The ferry leaves at dawn" is not read yet.
  'SC-17: a group of no workspace: who came, who went, who came back': [
    'hugo at dm:hugo asked "when does the ferry leave?": lacks "dawn"',
    'dipa at trip asked "when does the ferry leave?": lacks "dawn"',
  ],
  // FIXME(issue 4): "The merger is off" is not read yet.
  'SC-17: leaving the workspace ends what was heard in its restricted channel': [
    'cleo at dm:cleo asked "what about the merger?": lacks "merger is off"',
  ],
  // FIXME(issue 4): "… is reading next" is not read yet.
  'SC-19: a class: whose turn it is, and a favorite animal': [
    'ben at class asked "who is reading next?": lacks "reading"',
  ],
  // FIXME(issue 4): "I restore old radios" is not read yet.
  'SC-28: the same hobby in two companies, one with a detail': [
    'ole at north asked "what do you know about Rhea?": lacks "radios"',
  ],
  // FIXME(issue 4): "I keep … under the pot" is not read yet.
  'SC-28: the asker is a member of both, and asks in one': [
    'sia at dm:sia asked "where is the spare key?": lacks "blue pot"',
  ],
  // FIXME(issue 4): "… is a suspect" is not read yet.
  'SC-29: two channels of the same name, one restricted': [
    'chief at closed asked "what do you know about Wes?": lacks "suspect"',
  ],
};
