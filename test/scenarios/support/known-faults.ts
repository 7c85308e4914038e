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
};
