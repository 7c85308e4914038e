// What ends what was told, and what does not: `npm run build && node test/quality/endings.mjs [--questions endings.held.jsonl] [--json] [--misses]`.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { account, envelope, openPlatform } from './harness.mjs';

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: 'endings.jsonl' },
    json: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
  },
});
const lines = readFileSync(new URL(`./sets/speech/${values.questions}`, import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const people = ['gwen', 'hugo', 'ivy'].map((id) => ({
  id,
  name: id[0].toUpperCase() + id.slice(1),
  handle: id,
}));
const begun = Date.now() - 3_600_000;
const at = (minutes) => new Date(begun + minutes * 60_000).toISOString();

const platform = await openPlatform();
const agentOf = (index) => `endings-${index}`;
const said = (agent, id, who, text, minutes, more = {}) =>
  envelope(agent, id, 'message.posted', {
    message_id: id,
    text,
    sent_at: at(minutes),
    source: { type: 'group', external_id: agent, name: agent },
    author: account(
      agent,
      people.find((person) => person.id === who),
    ),
    ...more,
  });
const joined = (agent) =>
  people.map((person) =>
    envelope(agent, `joined/${person.id}`, 'participant.joined', {
      source: { type: 'group', external_id: agent, name: agent },
      participant: account(agent, person),
      at: at(0),
    }),
  );
const publish = async (events) => {
  for (let from = 0; from < events.length; from += 200)
    await platform.call('POST', '/v1/events', events.slice(from, from + 200));
  await platform.settled();
};
/** What stands, drawn from this message. */
const held = async (agent, id) => {
  const { results } = await platform.call('GET', `/v1/memories?agent_id=${agent}&status=active&limit=100`);
  return results
    .filter(({ evidence }) => evidence?.[0]?.message_id === id)
    .map(({ memory }) => ` ${memory.toLowerCase()}`);
};
const isIn = (memories, word) => memories.some((memory) => memory.includes(word));

await publish(
  lines.flatMap((line, index) => [
    ...joined(agentOf(index)),
    said(agentOf(index), 'told', line.by, line.told, 1),
  ]),
);
const before = await Promise.all(lines.map((_, index) => held(agentOf(index), 'told')));
await publish(
  lines.map((line, index) =>
    said(agentOf(index), 'then', line.from ?? 'gwen', line.then, 2, line.reply ? { reply_to: 'told' } : {}),
  ),
);

const counts = { left: [0, 0], lost: [0, 0], missed: [0, 0] };
const count = (of, isFault, line) => {
  counts[of][0] += isFault ? 1 : 0;
  counts[of][1] += 1;
  if (isFault && values.misses) console.log(`${of}: ${line.told} / ${line.then}`);
};
for (const [index, line] of lines.entries()) {
  const agent = agentOf(index);
  // What was never held can neither end nor stay.
  const wasHeld = (word) => isIn(before[index], word);
  if (![...(line.gone ?? []), ...(line.stays ?? [])].some(wasHeld)) {
    if (values.misses) console.log(`never held: ${line.told}`);
    continue;
  }
  const told = await held(agent, 'told');
  const then = await held(agent, 'then');
  for (const word of line.gone ?? []) count('left', isIn(told, word), line);
  for (const word of line.stays ?? []) count('lost', !isIn(told, word), line);
  for (const word of line.comes ?? []) count('missed', !isIn(then, word), line);
}
await platform.close();
const rows = [
  ['left standing', 'left'],
  ['ended without cause', 'lost'],
  ['new value missed', 'missed'],
].map(([figure, of]) => ({ figure, value: counts[of][0], of: counts[of][1] }));
if (values.json) console.log(JSON.stringify(rows));
else console.table(rows);
