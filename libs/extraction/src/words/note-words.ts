import { readFileSync } from 'node:fs';
import { z } from 'zod';

const words = z.array(z.string().min(1));
const labelClasses = [
  'decision',
  'finding',
  'task',
  'status',
  'schedule',
  'value',
  'notice',
  'measure',
  'record',
  'self',
] as const;
export type LabelClass = (typeof labelClasses)[number];
const kinds = [
  'noise',
  'tentative',
  'openers',
  'stages',
  'absences',
  'activities',
  'roles',
  'communicating',
  'channels',
  'aboutSelf',
] as const;
export const noteWordsSchema = z.strictObject({
  labels: z.strictObject({
    decision: words,
    finding: words,
    task: words,
    status: words,
    schedule: words,
    value: words,
    notice: words,
    measure: words,
    record: words,
    self: words,
  }),
  noise: words,
  tentative: words,
  openers: words,
  stages: words,
  absences: words,
  activities: words,
  roles: words,
  communicating: words,
  channels: words,
  aboutSelf: words,
});

const lists = noteWordsSchema.parse(
  JSON.parse(readFileSync(new URL('../../data/notes.json', import.meta.url), 'utf8')),
);
const sets = new Map<string, ReadonlySet<string>>(kinds.map((kind) => [kind, new Set(lists[kind])]));

/** Whether words, in lower case, are of a kind that notes are made of. */
export const isNoteWord = (kind: (typeof kinds)[number], word: string): boolean =>
  sets.get(kind)?.has(word) ?? false;

const byLabel = new Map<string, LabelClass[]>();
for (const name of labelClasses)
  for (const word of lists.labels[name]) byLabel.set(word, [...(byLabel.get(word) ?? []), name]);

export const labelClassesOf = (label: string): readonly LabelClass[] => byLabel.get(label) ?? [];
