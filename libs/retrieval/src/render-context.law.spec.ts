import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { proofCases } from '#testing';
import { neutralise, neutraliseName, renderContext, type ContextItem, type ContextPerson } from './index.js';

interface ParsedLine {
  readonly section: string;
  readonly under: string | null;
  readonly text: string;
  readonly saidBy: string | null;
  readonly conflicts: boolean;
}

/** A reader of the block that knows its grammar and nothing of the code that wrote it. Anything unexpected is an error. */
const parse = (block: string): readonly ParsedLine[] => {
  if (block === '') return [];
  const lines = block.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u);
  const [title, blank, ...rest] = lines;
  if (title !== '## Relevant Context From Past Conversations' || blank !== '') throw new Error('no title');
  if (rest.pop() !== '') throw new Error('no last newline');
  const parsed: ParsedLine[] = [];
  let section = '';
  let under: string | null = null;
  let headings = 0;
  for (const line of rest) {
    const head = /^#### (.+)'s shared context$/u.exec(line);
    if (line === '') continue;
    if (head !== null && section === 'Public Knowledge From This Server') under = head[1] ?? '';
    else if (line.startsWith('### ')) {
      [section, under] = [line.slice(4), null];
      headings += 1;
    } else if (line.startsWith('- ') && section !== '') parsed.push(lineOf(line.slice(2), section, under));
    else throw new Error(`not a line of this block: ${JSON.stringify(line)}`);
  }
  if (headings > 5) throw new Error('a section twice');
  return parsed;
};
const said = 'From Past Conversations';
const lineOf = (line: string, section: string, under: string | null): ParsedLine => {
  if (section === said) {
    const [, name, text] = /^([^(),]+) \(\d{4}-\d\d-\d\d\): "(.*)"$/u.exec(line) ?? [];
    if (name === undefined || text === undefined) throw new Error(`not an excerpt: ${line}`);
    return { section, under, text, saidBy: name, conflicts: false };
  }
  const conflict = / \(conflicts with what [^()]+ said\)$/u.exec(line);
  const told = conflict === null ? line : line.slice(0, conflict.index);
  const speaker = / \(said by ([^(),]+), \d{4}-\d\d-\d\d\)$/u.exec(told);
  const text = speaker === null ? told : told.slice(0, speaker.index);
  return { section, under, text, saidBy: speaker?.[1] ?? null, conflicts: conflict !== null };
};

const fragments = [
  '\n',
  '\r\n',
  '\u2028',
  '\u2029',
  '\u0085',
  '\v',
  '\f',
  '\t',
  ' ',
  '\u00A0',
  '\u3000',
  '\u200B',
  '\u200D',
  '\uFEFF',
  '\u00AD',
  '\u2060',
  '\u202E',
  '\u2066',
  '\u2069',
  '\u200F',
  '\u061C',
  '\u0000',
  '\u0007',
  '\u001B[31m',
  '\uD800',
  '\u{E0041}',
  '\uFE0F',
  '\u20E3',
  '\u0338',
  '#',
  '##',
  '###',
  '####',
  '＃',
  '＃＃',
  '﹟',
  '♯♯',
  '# ',
  '### Your History',
  "#### Kim's shared context",
  '## Relevant Context From Past Conversations',
  '- ',
  '* ',
  '+ ',
  '• ',
  '– ',
  '－ ',
  '1. ',
  '2) ',
  '> ',
  '| ',
  '---',
  '***',
  '===',
  '```',
  '~~~',
  '`',
  '｀｀｀',
  '[MEMORY_SCOPE]',
  '[/MEMORY_SCOPE]',
  '[USER_IDENTITY]',
  '［MEMORY_SCOPE］',
  '【/MEMORY_SCOPE】',
  '[ memory_scope ]',
  '[МЕМОRY_SСОРЕ]',
  '[MEMORY\u200B_SCOPE]',
  '[',
  ']',
  '(',
  ')',
  '（',
  '）',
  '<system>',
  '</system>',
  '<|im_start|>',
  '<!--',
  '-->',
  '{',
  '}',
  'MEMORY_SCOPE',
  '/',
  '_',
  ' (said by Kim, 2026-05-01)',
  '(said by',
  ' （said by Kim, 2026-05-01）',
  ' (ѕаid bу Kim, 2026-05-01)',
  ' (s\u200Baid by Kim, 2026-05-01)',
  'said by Kim',
  ' (conflicts with what Kim said)',
  '(conflicts',
  ' with what Kim said)',
  ' (also about Kim)',
  ', 2026-05-01)',
  ')',
  "'s shared context",
  '’s shared context',
  'a',
  'Kim',
  'likes tea',
  '猫',
  '👩‍👩‍👧',
  'می‌خواهم',
  'é',
  'ﷺ',
  '\\',
  '\\n',
  '"',
  '&#35;',
  '%23',
];
const hostile = fc
  .array(
    fc.oneof(
      { arbitrary: fc.constantFrom(...fragments), weight: 6 },
      { arbitrary: fc.string({ unit: 'binary', maxLength: 8 }), weight: 1 },
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

const ids = ['viewer', 'p1', 'p2', 'p3', 'unknown', 'agent'] as const;
const anyItem = fc.record({
  text: hostile,
  kind: fc.constantFrom('fact' as const, 'message' as const),
  subject: fc.constantFrom(...ids, null),
  speaker: fc.constantFrom(...ids, null),
  conflicts: fc.boolean(),
});
const anyBlock = fc.record({
  items: fc.array(anyItem, { minLength: 1, maxLength: 5 }),
  names: fc.tuple(hostile, hostile, hostile, hostile),
});

const sections = { viewer: 'Your History', agent: 'Agent Notes' } as const;
const sectionOf = (subject: string | null): string => {
  if (subject === null) return 'Shared Knowledge';
  return subject === 'viewer' || subject === 'agent'
    ? sections[subject]
    : 'Public Knowledge From This Server';
};

/** The block of these items, each text marked so that it can be told wherever it lands. */
const blockOf = ({
  items,
  names,
}: {
  items: readonly {
    text: string;
    kind: 'fact' | 'message';
    subject: string | null;
    speaker: string | null;
    conflicts: boolean;
  }[];
  names: readonly string[];
}) => {
  const people = new Map<string, ContextPerson>(
    ['viewer', 'p1', 'p2', 'p3'].map((id, index) => [id, { personId: id, name: names[index] ?? '' }]),
  );
  const written = items.map(({ text, kind, subject, speaker, conflicts }, index): ContextItem => ({
    kind,
    text: `${text}mark${String(index)}mark${text}`,
    subjectIds: subject === null ? [] : [subject],
    speakerId: speaker,
    scope: 'source_shared',
    observedAt: new Date('2026-05-01T12:00:00Z'),
    conflictingSpeakerIds: conflicts ? ['p1'] : [],
  }));
  return renderContext({ viewerIds: ['viewer'], agentId: 'agent', items: written, people });
};

describe('a rendered block', () => {
  it('reads back as exactly the lines, sections and speakers that were put in', () => {
    fc.assert(
      fc.property(anyBlock, (input) => {
        const lines = parse(blockOf(input));
        const nameOf = new Map<string, string>();
        const faults: string[] = lines.length === input.items.length ? [] : ['lines more or fewer'];
        input.items.forEach(({ kind, subject, speaker, conflicts }, index) => {
          const [line, ...others] = lines.filter(({ text }) => text.includes(`mark${String(index)}mark`));
          if (line === undefined || others.length > 0) return faults.push('not one line');
          const section = kind === 'message' ? said : sectionOf(subject);
          const isPublic = section === 'Public Knowledge From This Server';
          const isNoted = kind === 'message' || (speaker !== null && speaker !== subject);
          if (line.section !== section) faults.push('another section');
          if (line.conflicts !== (conflicts && kind === 'fact')) faults.push('conflict note');
          if ((line.saidBy !== null) !== isNoted) faults.push('speaker note');
          if ((line.under !== null) !== isPublic) faults.push('heading');
          // Who is one person has one name in the whole block.
          for (const [id, name] of [
            [subject, line.under],
            [speaker, line.saidBy],
          ] as const)
            if (id !== null && name !== null && (nameOf.get(id) ?? name) !== name)
              faults.push('two names of one person');
            else if (id !== null && name !== null) nameOf.set(id, name);
          return faults.length;
        });
        const names = [...nameOf.values()].filter((name) => name !== 'a former member' && name !== 'you');
        if (new Set(names).size !== names.length) faults.push('one name of two people');
        if (faults.length > 0) throw new Error(faults.join(', '));
      }),
      { numRuns: proofCases(20_000, 3_000) },
    );
  });

  it('holds no marker of another block, however it is spelt', () => {
    fc.assert(
      fc.property(anyBlock, (input) => {
        const plain = blockOf(input)
          .normalize('NFKC')
          .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, '');
        return !/[[【{]\s*\/?\s*(?:memory[\s_]*scope|user[\s_]*identity)|<\/?system>|<\||<!--|`{3}|~{3}/iu.test(
          plain,
        );
      }),
      { numRuns: proofCases(2_000, 500) },
    );
  });
});

describe('neutralised text', () => {
  it('is one line, without invisible or directing characters', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const plain = neutralise(text);
        return !/[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029\u200B\u2060\uFEFF\u00AD]|^\s|\s$| {2}|[#＃﹟♯]{2}|^[#>]\s|^[-*+•]\s|^\d+[.)]\s/u.test(
          plain,
        );
      }),
      { numRuns: proofCases(5_000, 1_000) },
    );
  });
  it('neutralised again stays as it is', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const [plain, name] = [neutralise(text), neutraliseName(text)];
        return neutralise(plain) === plain && neutraliseName(name) === name;
      }),
      { numRuns: proofCases(5_000, 1_000) },
    );
  });
});
