import type { OneReview, ReviewView } from '#contracts';
import { isoDay } from './dates.js';
import { dateFor } from './memory.js';
import { table, type Column } from './table.js';
import type { Terminal } from './terminal.js';
import { hanging, oneLine, plural, shortId } from './text.js';

type ReviewSide = ReviewView['proposal']['sides'][number];

const accountOf = ({ accounts: [first], entity_id }: ReviewSide): string =>
  first ? `${first.platform}:${first.platform_user_id}` : shortId(entity_id);

/** What is asked, in one line. */
const questionOf = ({ kind, proposal }: ReviewView): string => {
  const { sides, memories, candidates } = proposal;
  const said = memories.map(({ memory }) => `“${oneLine(memory)}”`);
  switch (kind) {
    case 'alias_link':
      return sides.map(accountOf).join(' = ');
    case 'identity_disambiguation':
      return `${said.join(' ')}: ${candidates.map(({ name }) => oneLine(name)).join(' or ')}?`;
    case 'duplicate_merge':
      return said.join(' = ');
    case 'misattribution':
      return `${said.join(' ')}: not so, says ${candidates.map(({ name }) => oneLine(name)).join(', ')}`;
  }
};

const sureOf = ({ confidence }: ReviewView): string => `${String(Math.round(confidence * 100))} %`;

const opensOf = ({ widening }: ReviewView): string => {
  if (widening === null || widening.memories.length === 0) return '—';
  return `${plural(widening.memories.length, 'memory', 'memories')}${widening.more ? ' or more' : ''}`;
};

/** A narrow terminal has room for one word. */
const shortKinds = {
  alias_link: 'link',
  identity_disambiguation: 'who',
  duplicate_merge: 'merge',
  misattribution: 'denied',
} as const satisfies Record<ReviewView['kind'], string>;

export const reviewTable = (terminal: Terminal, reviews: readonly ReviewView[]): string => {
  const { paint } = terminal;
  const columns: readonly Column<ReviewView>[] = [
    { title: 'id', cell: ({ id }) => (terminal.isTty ? shortId(id) : id), paint: paint.cyan },
    { title: 'kind', cell: ({ kind }) => (terminal.isTty ? shortKinds[kind] : kind) },
    { title: 'what is asked', cell: questionOf, grows: true },
    { title: 'sure', cell: sureOf, align: 'right' },
    { title: 'opens', cell: opensOf },
    {
      title: 'look twice',
      cell: ({ suspicions }) => suspicions.map(({ kind }) => kind).join(' '),
      paint: paint.red,
    },
    { title: 'since', cell: ({ created_at }) => dateFor(terminal, created_at), align: 'right' },
    ...(terminal.isTty && reviews.every(({ status }) => status === 'pending')
      ? []
      : [{ title: 'status', cell: ({ status }: ReviewView) => status, paint: paint.dim }]),
  ];
  return table(terminal, columns, reviews);
};

const bar = (weight: number): string => '█'.repeat(Math.round(weight * 10)).padEnd(10, '·');

/** Rows of one thing each: of the one account, and of the other. */
const sideBySide = (terminal: Terminal, sides: readonly ReviewSide[]): string => {
  const bothOf = (title: string, of: (side: ReviewSide) => string) => ({ title, cells: sides.map(of) });
  const rows = [
    bothOf('account', accountOf),
    bothOf('shown name', ({ accounts }) => oneLine(accounts[0]?.display_name ?? '—')),
    bothOf('handle', ({ accounts }) => oneLine(accounts[0]?.handle ?? '—')),
    bothOf('first seen', ({ accounts }) => (accounts[0] ? isoDay(accounts[0].created_at) : 'never')),
    bothOf('verified', ({ verified }) => (verified ? 'yes' : 'no')),
  ];
  return table(
    terminal,
    [
      { title: '', cell: ({ title }) => title, paint: terminal.paint.dim },
      { title: 'the one', cell: ({ cells }) => cells[0] ?? '' },
      { title: 'the other', cell: ({ cells }) => cells[1] ?? '' },
    ],
    rows,
  );
};

const section = (terminal: Terminal, title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', terminal.paint.bold(title), ...lines];

const namesIn = ({ widening, proposal }: ReviewView): ReadonlyMap<string, string> =>
  new Map([
    ...(widening?.readers ?? []).map(({ entity_id, name }) => [entity_id, oneLine(name)] as const),
    ...proposal.sides.map((side) => [side.entity_id, accountOf(side)] as const),
  ]);

type Opened = NonNullable<ReviewView['widening']>['memories'][number];

const isPrivate = ({ source_type }: Opened): boolean => source_type === 'dm';
/** What was said in private first, and facts before the messages that they were drawn from. */
const order = (one: Opened): number => (isPrivate(one) ? 0 : 2) + (one.kind === 'fact' ? 0 : 1);

/** By who would hear it. */
const openedLines = (terminal: Terminal, review: ReviewView): readonly string[] => {
  const { widening } = review;
  if (widening === null) return [];
  if (widening.memories.length === 0) return ['  nothing that they cannot read already'];
  const names = namesIn(review);
  const { paint, width } = terminal;
  const readersOf = ({ readers }: Opened): string =>
    readers.map((id) => names.get(id) ?? shortId(id)).join(', ');
  const lines = [...new Set(widening.memories.map(readersOf))].flatMap((readers) => {
    const memories = widening.memories.filter((one) => readersOf(one) === readers);
    const [inPrivate, all] = [
      memories.filter(isPrivate).length,
      plural(memories.length, 'memory', 'memories'),
    ];
    const warning = inPrivate === 0 ? '' : `, ${paint.red(`${String(inPrivate)} said in private`)}`;
    return [
      hanging('  ', `to ${readers}: ${all}${warning}`, width),
      ...memories
        .toSorted((one, other) => order(one) - order(other))
        .map((one) => {
          const where = isPrivate(one) ? paint.red('private') : (one.source_type ?? 'of no place');
          return hanging('    ', `“${oneLine(one.memory)}” (${where})`, width);
        }),
    ];
  });
  return widening.more ? [...lines, '  … and more'] : lines;
};

/** "LinkProposed" as people say it. */
const inWords = (name: string): string =>
  name.replaceAll(/(?<=[a-z])(?=[A-Z])|-/gu, ' ').replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
const byWhom = (by: string): string => oneLine(by).replace(/^key:(\w{8})[\w-]*$/u, 'key $1');

/** What to type next. */
const commandsFor = ({ id, kind, proposal, status }: OneReview): readonly string[] => {
  const verdict = (word: string, more = ''): string => `  kith reviews ${word} ${shortId(id)}${more}`;
  if (status === 'approved' || status === 'rejected') return [verdict('undo')];
  if (status !== 'pending') return [];
  const choices =
    kind === 'identity_disambiguation'
      ? proposal.candidates.map(({ name }) => ` --choose "${oneLine(name)}"`)
      : [''];
  return [...choices.map((choice) => verdict('approve', choice)), verdict('reject')];
};

/** One item with all that whoever decides about it wants to see. */
export const reviewText = (terminal: Terminal, review: OneReview): string => {
  const { paint } = terminal;
  const { proposal, evidence, suspicions, history } = review;
  return [
    paint.bold(questionOf(review)),
    paint.dim(
      [
        review.kind,
        review.status,
        `${sureOf(review)} sure`,
        `asked ${dateFor(terminal, review.created_at)} by ${byWhom(review.proposed_by)}`,
        review.id,
      ].join(' · '),
    ),
    ...(proposal.reason === null ? [] : [hanging('  ', `“${oneLine(proposal.reason)}”`, terminal.width)]),
    ...(proposal.sides.length === 2 ? ['', sideBySide(terminal, proposal.sides)] : []),
    ...section(
      terminal,
      'Said',
      proposal.memories.map(({ memory, speaker, observed_at, source_name, status }) =>
        hanging(
          '  ',
          `“${oneLine(memory)}” by ${oneLine(speaker?.name ?? 'nobody known')}, ${isoDay(observed_at)}, ${oneLine(source_name ?? 'in no place')} (${status})`,
          terminal.width,
        ),
      ),
    ),
    ...section(
      terminal,
      'May be about',
      review.kind === 'identity_disambiguation'
        ? proposal.candidates.map(({ entity_id, name }) => `  ${oneLine(name)}  ${paint.dim(entity_id)}`)
        : [],
    ),
    ...section(
      terminal,
      'What speaks for it',
      evidence.map(({ kind, weight, detail }) =>
        hanging(
          `  ${bar(weight)} ${inWords(kind)}  `,
          detail === null ? '' : oneLine(detail),
          terminal.width,
        ),
      ),
    ),
    ...section(
      terminal,
      'Look twice',
      suspicions.map(({ kind, detail }) =>
        hanging(`  ${paint.red('!')} ${inWords(kind)}  `, detail, terminal.width),
      ),
    ),
    ...section(terminal, 'Approval would open', openedLines(terminal, review)),
    ...section(
      terminal,
      'What happened',
      history.map(({ what, at, by, note }) =>
        hanging(
          '  ',
          `${dateFor(terminal, at)}  ${inWords(what)} by ${byWhom(by)}${note === null ? '' : `  “${oneLine(note)}”`}`,
          terminal.width,
        ),
      ),
    ),
    ...(terminal.isTty ? section(terminal, 'Decide', commandsFor(review)) : []),
  ].join('\n');
};
