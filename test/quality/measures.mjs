// What is measured of a set. Each gives rows `{ figure, value, of }`; a share is of 1, anything else is counted.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { RulesExtractor } from '../../dist/libs/extraction/src/index.js';
import { verify } from '../../dist/libs/extraction/src/verify/verify.js';
import { findCredential } from '../../dist/libs/safety/src/index.js';
import { builtScoring } from '../extraction/built-scoring.mjs';

export const { heldBackSets, knownSets, labelledLines, scoreOf, windowOf } = await builtScoring();

const threshold = 0.7;
const extractor = new RulesExtractor();
const { signal } = new AbortController();
const fileOf = (name) => new URL(`./sets/${name}`, import.meta.url);
const rowsIn = (name) =>
  readFileSync(fileOf(name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const share = (part, whole) => +(whole === 0 ? 1 : part / whole).toFixed(3);
const among = (all, isSo) => all.filter(isSo).length;

/** Labelled lines: facts, about whom, of which type and rank. */
export const facts = (lines) => async () => {
  const labelled = lines();
  const score = await scoreOf(extractor, labelled, threshold);
  const { precision, recall, attribution, sensitivity } = score;
  const wanted = labelled.reduce((sum, line) => sum + line.facts.length, 0);
  const hits = wanted - score.missed.length;
  return [
    { figure: 'precision', value: +precision.toFixed(3), of: score.lines },
    { figure: 'recall', value: +recall.toFixed(3), of: score.lines },
    { figure: 'wrong person', value: Math.round((1 - attribution) * hits), of: hits },
    { figure: 'sensitivity', value: +sensitivity.toFixed(3), of: score.lines },
  ];
};

/** Labelled lines with an `item` each: how many facts of them are wrong, about the wrong person, or of the wrong type or rank. */
export const wrongFacts = (name) => async () => {
  const lines = labelledLines(fileOf(name));
  const items = [...new Set(lines.map(({ item }) => item ?? 'others'))].sort();
  const rows = [];
  for (const item of items) {
    const own = lines.filter((line) => (line.item ?? 'others') === item);
    const { invented, wrong, missed } = await scoreOf(extractor, own, threshold);
    rows.push({ figure: `${item} wrong`, value: invented.length + wrong.length, of: own.length });
    const wanted = own.reduce((sum, line) => sum + line.facts.length, 0);
    if (wanted > 0) rows.push({ figure: `${item} missed`, value: missed.length, of: wanted });
  }
  return rows;
};

/** `{ text, min_rank }`: 2 and more must be kept back, 0 must not be taken for delicate. */
export const ranks = (name) => async () => {
  const lines = rowsIn(name);
  const delicate = lines.filter(({ min_rank: rank }) => rank >= 2);
  const plain = lines.filter(({ min_rank: rank }) => rank === 0);
  return [
    {
      figure: 'kept back',
      value: share(
        among(delicate, (one) => extractor.sensitivityOf(one.text, 'alone') >= one.min_rank),
        delicate.length,
      ),
      of: delicate.length,
    },
    {
      figure: 'taken for delicate',
      value: among(plain, (one) => extractor.sensitivityOf(one.text, 'alone') > 0),
      of: plain.length,
    },
  ];
};

/** `{ text, kind }`: of what is delicate the share that is kept back; of the other kinds the share that is taken for delicate. */
export const idiom = (name) => () =>
  ['sensitive', 'plain', 'near', 'general'].map((kind) => {
    const lines = rowsIn(name).filter((one) => one.kind === kind);
    return {
      figure: kind === 'sensitive' ? 'kept back' : `taken for delicate: ${kind}`,
      value: share(
        among(lines, (one) => extractor.sensitivityOf(one.text, 'alone') > 0),
        lines.length,
      ),
      of: lines.length,
    };
  });

/** `{ text, secret }`: whether it is refused; without a secret it must not be. */
export const credentials = (name) => async () => {
  const lines = rowsIn(name);
  const secret = lines.filter((one) => one.secret);
  const plain = lines.filter((one) => !one.secret);
  const isRefused = ({ text }) => findCredential(text) !== null;
  return [
    { figure: 'refused', value: share(among(secret, isRefused), secret.length), of: secret.length },
    { figure: 'refused without cause', value: among(plain, isRefused), of: plain.length },
  ];
};

const idOf = (ref) => (ref.kind === 'entity' ? ref.entityId : ref.name);

/** `{ before, text, leave, kept }`: who may be told by these words, and from whom they keep what was said before. */
export const consent = (name) => async () => {
  const lines = rowsIn(name);
  const said = lines.map(({ before, text }) => {
    const { message, context } = windowOf({ place: 'dm', author: 'gwen', text, before: [], facts: [] });
    const earlier = { ...message, recordId: 'before', messageId: 'before', text: before };
    return { message, context: { ...context, before: [earlier] } };
  });
  const readings = await extractor.extract(said, signal);
  const heard = readings.map(({ directives }) => ({
    leave: directives.flatMap((one) =>
      one.kind === 'release' ? one.to : one.kind === 'confide' ? one.except : [],
    ),
    kept: directives.flatMap((one) => (one.kind === 'confide' ? one.from : [])),
  }));
  const ids = heard.map(({ leave, kept }) => ({ leave: leave.map(idOf), kept: kept.map(idOf) }));
  const wanted = (what) => lines.flatMap((line, at) => line[what].map((id) => ids[at][what].includes(id)));
  const given = lines.flatMap((line, at) => ids[at].leave.map((id) => line.leave.includes(id)));
  return [
    {
      figure: 'leave nobody gave',
      value: among(given, (isSo) => !isSo),
      of: among(lines, ({ leave }) => leave.length === 0),
    },
    {
      figure: 'leave heard',
      value: share(among(wanted('leave'), Boolean), wanted('leave').length),
      of: wanted('leave').length,
    },
    {
      figure: 'keeping back heard',
      value: share(among(wanted('kept'), Boolean), wanted('kept').length),
      of: wanted('kept').length,
    },
  ];
};

/** A proposer gives no dates: those are resolved from the words. */
const undated = (content) => content.replace(/ ?\([^()]*\d{4}-\d\d[^()]*\)/gu, '');
const proposalOf = (recordId, text, fact) => ({
  recordId,
  quote: text,
  content: fact.content,
  subject: fact.subject,
  memoryType: 'knowledge',
  modality: /^(?:Does not|Never|Not|No longer)\b/u.test(fact.content)
    ? 'is-not'
    : /^Will\b/u.test(fact.content)
      ? 'will'
      : 'is',
  timeWords: null,
});
const denied = (content) =>
  /^(?:Does not|Never|Not)\b/u.test(content)
    ? content.replace(/^(?:Does not|Never|Not)\s+/u, '')
    : `Does not ${content.charAt(0).toLowerCase()}${content.slice(1)}`;
const cast = ['kira', 'liam', 'alice'];
/** Every way in which a proposer can get a true fact wrong. */
const liesOf = (proposal, other, authorId) => [
  {
    ...proposal,
    subject: {
      kind: 'person',
      entityId: cast.find((id) => id !== authorId && id !== proposal.subject.entityId),
    },
  },
  { ...proposal, recordId: other },
  { ...proposal, quote: `${proposal.quote} indeed` },
  { ...proposal, content: `${proposal.content} 37 times` },
  { ...proposal, content: `${proposal.content} with Zed` },
  {
    ...proposal,
    content: denied(proposal.content),
    modality: proposal.modality === 'is-not' ? 'is' : 'is-not',
  },
];

/** Right facts of the rules, handed over as a proposer would, and lies made of them. */
export const verifier = (lines) => async () => {
  const all = lines();
  const readings = await extractor.extract(all.map(windowOf), signal);
  const reasons = new Map();
  let [right, passed, lies, believed] = [0, 0, 0, 0];
  readings.forEach((reading, at) => {
    const given = windowOf(all[at]);
    const other = { ...windowOf(all[(at + 1) % all.length]).message, recordId: 'other' };
    for (const fact of reading.facts.filter(({ confidence }) => confidence >= threshold)) {
      const [subject] = fact.subjects;
      const isRight = all[at].facts.some(({ gist }) =>
        gist.every((part) => fact.content.toLowerCase().includes(part.toLowerCase())),
      );
      if (!isRight || fact.subjects.length > 1) continue;
      const of =
        subject === undefined
          ? { kind: 'place' }
          : subject.kind === 'entity'
            ? { kind: 'person', entityId: subject.entityId }
            : { kind: 'named', name: subject.name };
      const proposal = proposalOf('record', given.message.text, {
        content: undated(fact.content),
        subject: of,
      });
      const verdict = verify(proposal, [given]);
      right += 1;
      passed += verdict.ok ? 1 : 0;
      const said = verdict.ok ? 'verified' : verdict.reason;
      reasons.set(said, (reasons.get(said) ?? 0) + 1);
      const both = [given, { ...given, message: other }];
      for (const lie of liesOf(proposal, 'other', given.message.authorId).filter(
        () => other.text !== given.message.text,
      )) {
        lies += 1;
        believed += verify(lie, both).ok ? 1 : 0;
      }
    }
  });
  return [
    { figure: 'lies believed', value: believed, of: lies },
    { figure: 'borne', value: share(passed, right), of: right },
    ...[...reasons]
      .filter(([reason]) => reason !== 'verified')
      .sort((a, b) => b[1] - a[1])
      .map(([reason, count]) => ({ figure: `refused: ${reason}`, value: count, of: right })),
  ];
};

/** Messages a second of processor time. */
export const rate = (lines) => async () => {
  const windows = lines().map(windowOf);
  await extractor.extract(windows, signal);
  const began = process.cpuUsage();
  for (let round = 0; round < 3; round += 1) await extractor.extract(windows, signal);
  const { user, system } = process.cpuUsage(began);
  const each = (3 * windows.length) / ((user + system) / 1e6);
  return [{ figure: 'messages/s', value: Math.round(each), of: windows.length }];
};

/** A program of this folder that prints rows as JSON; `pick` chooses one of them and its figures. */
export const program = (script, args, pick) => async () => {
  const path = new URL(`./${script}`, import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [path, '--json', ...args], {
    maxBuffer: 2 ** 26,
  });
  return pick(JSON.parse(stdout.trim().split('\n').at(-1)));
};
