import { foldLetter } from './fold.js';
import { neutralise, neutraliseName } from './neutralise.js';

/** A fact or message that was decided for this viewer and these readers. */
export interface ContextItem {
  readonly kind: 'fact' | 'message';
  readonly text: string;
  readonly subjectIds: readonly string[];
  readonly speakerId: string | null;
  readonly scope: string;
  readonly observedAt: Date;
  /** INVARIANT: speakers of conflicting memories that were decided and allowed too; a hidden one is never hinted at. */
  readonly conflictingSpeakerIds: readonly string[];
}

export interface ContextPerson {
  /** The same for all entities that active links join. */
  readonly personId: string;
  /** The name of today; null for somebody who left or is not known. */
  readonly name: string | null;
}

export interface ContextInput {
  readonly viewerIds: readonly string[];
  readonly agentId: string | null;
  /** Best first; lines and people keep this order. */
  readonly items: readonly ContextItem[];
  /** By entity id. An absent entity is a former member. */
  readonly people: ReadonlyMap<string, ContextPerson>;
}

export const formerMember = 'a former member';
const longestExcerpt = 600;

interface Names {
  readonly personOf: (entityId: string) => string;
  readonly nameOf: (entityId: string) => string;
  readonly isNamed: (entityId: string) => boolean;
}

/** What a reader takes a name for: `Mіra` with a Cyrillic letter, `MIRA` and `M i r a` are Mira to them. */
const lookOf = (name: string): string =>
  Array.from(name.normalize('NFKC').toLowerCase()).map(foldLetter).join('') || name.toLowerCase();

/**
 * Two people of one name are told apart by a number, in order of appearance: `Alex`, `Alex (2)` would forge a note, so
 * `Alex 2`.
 * INVARIANT: the viewer's own name and the words that mean the viewer or nobody are nobody else's, nor what looks like them.
 */
const namesOf = ({ people, viewerIds }: ContextInput): Names => {
  const viewerId = viewerIds[0] ?? '';
  const personOf = (entityId: string): string =>
    viewerIds.includes(entityId) ? viewerId : (people.get(entityId)?.personId ?? entityId);
  const plainOf = (entityId: string): string => neutraliseName(people.get(entityId)?.name ?? '');
  const own = viewerIds.map(plainOf).find((name) => name !== '') ?? 'you';
  const given = new Map([[viewerId, own]]);
  const taken = new Set([formerMember, 'you', 'your', 'yourself', 'me', own].map(lookOf));
  const isNamed = (entityId: string): boolean => viewerIds.includes(entityId) || plainOf(entityId) !== '';
  const nameOf = (entityId: string): string => {
    const known = given.get(personOf(entityId));
    if (known !== undefined) return known;
    const name = plainOf(entityId);
    if (name === '') return formerMember;
    let told = name;
    for (let count = 2; taken.has(lookOf(told)); count += 1) told = `${name} ${String(count)}`;
    given.set(personOf(entityId), told);
    taken.add(lookOf(told));
    return told;
  };
  return { personOf, nameOf, isNamed };
};

const listed = (names: readonly string[]): string => [...new Set(names)].join(', ');

const excerpt = (text: string): string => {
  const chars = Array.from(text);
  return chars.length <= longestExcerpt ? text : `${chars.slice(0, longestExcerpt).join('').trimEnd()}…`;
};

const lineOf = (item: ContextItem, headedBy: string | null, names: Names): string => {
  const subjects = item.subjectIds.map(names.personOf);
  const isOwn = item.speakerId !== null && subjects.includes(names.personOf(item.speakerId));
  const others = item.subjectIds.filter((id) => names.personOf(id) !== headedBy);
  const plain = plainOf(item);
  const notes = [
    headedBy !== null && others.length > 0 ? ` (also about ${listed(others.map(names.nameOf))})` : '',
    item.speakerId !== null && !isOwn ? ` (said by ${names.nameOf(item.speakerId)}, ${dateOf(item)})` : '',
    item.conflictingSpeakerIds.length > 0
      ? ` (conflicts with what ${listed(item.conflictingSpeakerIds.map(names.nameOf))} said)`
      : '',
  ];
  return `- ${plain}${notes.join('')}`;
};

const plainOf = (item: ContextItem): string => neutralise(item.text) || '…';
const dateOf = (item: ContextItem): string => item.observedAt.toISOString().slice(0, 10);

/** What was said, by whom and when, as it was said. */
const excerptLine = (item: ContextItem, names: Names): string => {
  const name = item.speakerId === null ? formerMember : names.nameOf(item.speakerId);
  return `- ${name} (${dateOf(item)}): "${neutralise(excerpt(plainOf(item)))}"`;
};

type Section = 'own' | 'public' | 'shared' | 'said' | 'agent';

const sectionOf = (item: ContextItem, input: ContextInput): Section => {
  if (item.kind === 'message') return 'said';
  if (item.subjectIds.some((id) => input.viewerIds.includes(id))) return 'own';
  if (item.subjectIds.some((id) => id !== input.agentId)) return 'public';
  return item.subjectIds.length > 0 || item.scope === 'system' ? 'agent' : 'shared';
};

/**
 * The permitted memories as a block for a prompt; '' when there are none.
 * Each line stands under the person it is about, and says who said it when that was somebody else.
 */
export const renderContext = (input: ContextInput): string => {
  const names = namesOf(input);
  const lines: Record<Exclude<Section, 'public'>, string[]> = { own: [], shared: [], said: [], agent: [] };
  const people = new Map<string, { readonly name: string; readonly lines: string[] }>();
  for (const item of input.items) {
    const section = sectionOf(item, input);
    if (section !== 'public') {
      lines[section].push(
        section === 'said'
          ? excerptLine(item, names)
          : lineOf(item, section === 'own' ? names.personOf(input.viewerIds[0] ?? '') : null, names),
      );
      continue;
    }
    const about = item.subjectIds.filter((id) => id !== input.agentId);
    const head = about.find(names.isNamed) ?? about[0] ?? '';
    const personId = names.personOf(head);
    const known = people.get(personId) ?? { name: names.nameOf(head), lines: [] };
    known.lines.push(lineOf(item, personId, names));
    people.set(personId, known);
  }
  const under = (heading: string, own: readonly string[]): readonly string[] =>
    own.length === 0 ? [] : [[heading, ...own].join('\n')];
  const blocks = [
    ...under('### Your History', lines.own),
    ...(people.size === 0 ? [] : ['### Public Knowledge From This Server']),
    ...[...people.values()].flatMap((person) => under(`#### ${person.name}'s shared context`, person.lines)),
    ...under('### Shared Knowledge', lines.shared),
    ...under('### From Past Conversations', lines.said),
    ...under('### Agent Notes', lines.agent),
  ];
  return blocks.length === 0
    ? ''
    : `${['## Relevant Context From Past Conversations', ...blocks].join('\n\n')}\n`;
};

/** About four characters a token, the usual estimate for English prose. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** The most items, from the front, whose rendering fits; whole items are cut from the end. */
export const keepWithin = <Item>(
  items: readonly Item[],
  maxTokens: number,
  render: (kept: readonly Item[]) => string,
): readonly Item[] => {
  let fits = 0;
  let tooMany = items.length + 1;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (tokensOf(render(items.slice(0, middle))) <= maxTokens) fits = middle;
    else tooMany = middle;
  }
  return items.slice(0, fits);
};
