import { defaultKnobs } from '#domain';
import { rules } from './rules.js';
import { allowances, denials } from './verdict.js';

const code = (word: string): string => `\`${word}\``;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const ruleTable = table(
  ['#', 'rule id', 'denies when', 'does not bind'],
  rules.map(({ ids, sentence, spares }, index) => [
    String(index + 1),
    ids.map(code).join(' '),
    sentence,
    spares.join(', ') || '-',
  ]),
);

const reasonTable = (reasons: Readonly<Record<string, string>>): string =>
  table(
    ['rule id', 'reason given'],
    Object.entries(reasons).map(([rule, reason]) => [code(rule), reason]),
  );

/** Values a knob may take, default first, and what it does to the decision. */
const knobsInTheDecision = {
  'privacy.personal_in_group': [
    'subject_present',
    'sensitivity 1 is told in a group when every subject stands in its stored roster',
  ],
  'privacy.sensitive_in_group': [
    'subject_present',
    'sensitivity 2 is told in a group when every subject stands in its stored roster',
  ],
  'privacy.legacy_fail_open': [
    'false',
    'rows imported without a source are not told to everybody in private',
  ],
  'privacy.public_facts_travel': [
    'anywhere, never',
    'public facts of no workspace reach any readers, or none elsewhere',
  ],
  'privacy.leavers_keep_memory': [
    'true',
    'having been present is enough; one need not be a participant still',
  ],
  'gate.require_verified': ['true', 'who has not verified who they are is told nothing of any scope'],
  'identity.mode': ['single_user', 'the one person of the tenant need not be named when reading alone'],
} as const satisfies Partial<Record<keyof typeof defaultKnobs, readonly [others: string, effect: string]>>;

const knobTable = table(
  ['knob', 'default', 'or', 'then'],
  Object.entries(knobsInTheDecision).map(([knob, [others, effect]]) => [
    code(knob),
    String(defaultKnobs[knob as keyof typeof knobsInTheDecision]),
    others,
    effect,
  ]),
);

/** The policy in words, written from the rules themselves. `node scripts/policy-doc.mjs` puts it into docs/policy.md. */
export const policyDocument = (): string => `# Who may hear it

Written from the rules in libs/policy by \`npm run build && node scripts/policy-doc.mjs\`. Change the rules, not this file; a test compares them.

One pure function decides for every surface: recall and its context, list, search, get, history, export. \`decide(request, memory)\`
gives \`{ decision, rule, reason, knobs }\`; \`planRead(request)\` gives \`nothing\`, \`everything\` or a condition for the index.
Whatever decide allows, the plan admits. Absent facts deny.

## Words
- **private**: the place is a dm, or there is none, and the audience is exactly the viewer. A second reader ends it, whoever named them.
- **open, restricted**: an open place of a workspace is read by every member of it. A restricted one is read by its own participants alone; so is a group that belongs to no workspace, unless its adaptor says \`open\`. An open thread is read by whoever reads the place it hangs under; a thread said to be restricted (**apart**), by its own participants alone.
- **history**: what newcomers of a place may scroll up to: \`visible\`, all that was said before, or \`since_joining\`. Given by the adaptor, else visible for open places of a workspace and since_joining elsewhere.
- **as said**: what was said keeps how its place stood then: access, history, what it hung under. It is as confined as its place was then and is now: no later change of access, parent or history lets it reach more people.
- **same place**: the same source, or one is a thread of the other; not a thread apart, save that the thread hears what the place heard. A place that was opened since, or is read by those of another place, is not the same place for what was said before. A thread of a dm is given as a dm.
- **here**: the same place and, where its history is since_joining, everybody who reads along took part when it was said. Whoever the caller names must read there now, as the place's own readers do. Who reads alone what they said themselves was there.
- **reads along**: the people who are active in the place, and in what it hangs under where it is a thread that is not apart; whoever the caller names; the viewer.
- **own**: the viewer, with all linked entities, is a subject, the owner or the speaker.
- **present**: the viewer was an active participant of the memory's source (or of what it hangs under, of a thread that is not apart) when it was said, and is one now; for an open source of a workspace, is a member of that workspace now; and where that history is visible it does not matter when they joined. Stays are half-open: one who joins at the moment is in, one who leaves at the moment is out.
- **grant**: an operator's leave for one entity to hear one secret. It counts for the viewer's cluster, so for whom an active link joins to the holder, until the link is reverted; it ends at its time, when it is revoked, and with the memory. It opens the rule on secrets alone: every other rule still holds.
- **inspecting operator**: principal operator, operation \`inspect\`. Each such read belongs in the audit log.
- **self-service**: \`list\`, \`get\`, \`history\`, \`export\` and \`forget\`, in private, of what one is the subject or speaker of. To \`recall\`, \`search\` and \`write\` it is a memory like any other.

## The list
Read from the top; the first rule that denies, denies. What passes them all is allowed, and the verdict names what let it through.

${ruleTable}

## What lets a memory through (the rule \`out-of-scope\`)
By scope:
- \`system\`: agents and operators. \`global_shared\`: everybody in the tenant, sensitivity 0 only. \`private_subject\`: own.
- \`source_shared\`, the first that fits:
  1. here: whoever reads the place (\`same-place\`), so its active participants and, of an open place, the members of its workspace; in the same place nobody else is told anything shared (\`not-a-participant\`). A private dm needs no roster.
  2. the source is open and its history visible, the place lies in the same workspace and everybody who reads along is a member of it now (\`workspace-shares-open\`)
  3. private and own (\`own-in-private\`), or private and present (\`heard-in-private\`)
  4. the viewer is a subject, sensitivity at most 1 (\`own-fact-travels\`)
  5. private, imported without a source, sensitivity 0 (\`legacy-fails-open\`)
  6. the source belongs to no workspace, sensitivity 0, portable, and every reader shares a source with every subject now (\`shared-contacts\`, by a knob \`public-travels\`)

  A memory that was neither imported nor has a source is \`out-of-scope\`.

${reasonTable(allowances)}

## Why not
${reasonTable(denials)}

## Knobs
A verdict names the knobs of which another value would have led to another rule. Defaults are the strictest, save that rows imported without a source fail open at sensitivity 0.

${knobTable}

The other knobs act where memories are written or people linked.

## Where the letter leaves a choice
The stricter reading holds:
- Everybody who reads shared facts of a restricted place, or of a dm with other readers, in that place must take part in it.
- What newcomers cannot scroll up to reaches them as it reaches people elsewhere, and no further: an open place whose history is since_joining is read by those who were there.
- Of who was in a place when, what is not known counts as absence; of a place where people come and go all the time only the latest stretches are looked at in which everybody was there.
- A thread of a dm is a dm, unless two people are in it or in the dm.
- A thread of which it is not known yet what it hangs under is nobody's private conversation, for others may read along, and restricted, for it may hang under a dm: what is said there stays with those who are in it. So is one of which the workspace is known and no channel, unless it is said to be open. When what is above becomes known, it is as if it had been known.
- What was said while a place was restricted stays confined when it is opened, and is told there no more: it is told alone to those who heard it. What was said while it was open is not confined when it is closed, and reaches from then on whom a restricted place reaches. A history that becomes visible shows what is said from then on; one that is closed closes what was said before, too.
- What is told late, of a time of which something else was confirmed since, is contested: the stricter holds.
- Readers whom a caller adds narrow only: each is judged as a reader of their own, by where they are now. What is told in a place, visible as its history may be, is not told there in front of somebody who does not read it, nor what a workspace shares openly in front of somebody who is no member; it reaches them as it reaches people elsewhere. They do not count as present subjects, and do not turn a dm into a group (\`dm-context\` holds in it).
- Who takes part in a place of a workspace and is no member of it, a guest, reads that place and nothing more of the workspace: what it shares openly is not told in front of them. One of their linked entities being a member is enough.
- Of several subjects every one must be known to all readers, or present, before a fact about them travels or is told.
- Among more than 200 readers nobody counts as known to all of them but who takes part in the place itself: what each reader shares elsewhere is not asked.
- A dm is never open, nor is a thread of one, whatever their access says; a thread is no more open than what it hangs under.
- A thread apart is for its own participants: what is told in it is not told in the place it hangs under, open or restricted, not even to those who are in both. Other threads are heard in their place.
- Who leaves a workspace has left its open channels, even where no channel says so.
- An imported row without a source does not travel: where it belongs is not known.
- A single user who is not named is whoever alone was heard in the tenant, in private; where several were, they count as subject, speaker and present, but only alone, and are denied secrets and what is not portable.
- What is kept from somebody ("don't tell Tom") is kept from them wherever they read along, also when they joined later, were there when it was said, or are its subject; readers whom nobody knows might be them.
- Whoever bears a name that looks like it (letters of another alphabet, letters that stand apart) and spoke there lately counts as called so where something is kept from that name, and not where something is let be told.
- A leave may be followed by why it may be told, as far as that says what will be ("please tell Birk, he'll be happy"); "he'd be happy", "he'll be angry" and "he'll be happy once it is signed" make it none.
- What is told to somebody of themselves comes without the place where they never were, without its messages, and without the names of people whom they share no place with.
- Who somebody is, is followed at read time: what is kept from one account is kept from all that active links join to it, as long as they do.
- What an account did is not said of the accounts that links join to it where others are concerned: who takes part here was there when that account was; a subject is known to readers who share a source with the very account that is the subject; who is named as a reader was met by the account that is named. A dm that two accounts are in is a group, whoever they are.
- Self-service waives the rules as the list says, never the gate, what another viewer is told in confidence, or tenant and agent, and only for readers on their own.
- Read as of an earlier moment, who may hear it is judged now.
`;
