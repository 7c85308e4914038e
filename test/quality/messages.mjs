// Retrieval of messages: `npm run build && node test/quality/messages.mjs [folder] [--questions dev.jsonl] [--json] [--misses]`.
// The folder holds c*.json (people, a place, messages) and questions with the ids of the messages that answer them.
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { plainBm25 } from '../retrieval/plain-bm25.mjs';
import { account, envelope, mean, openPlatform, platformName, refOf } from './harness.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    questions: { type: 'string', default: 'dev.jsonl' },
    json: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
  },
});
const folder = positionals[0] ?? new URL('./sets/conversations', import.meta.url).pathname;
const cut = 10;

const questions = readFileSync(`${folder}/${values.questions}`, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .filter(({ gold }) => gold.length > 0);
const wanted = new Set(questions.map(({ conversation }) => conversation));
const conversations = readdirSync(folder)
  .filter((file) => /^c\d+\.json$/u.test(file) && wanted.has(file.slice(0, -5)))
  .map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')));

const metrics = (found, gold) => {
  const hits = found.slice(0, cut).map((id) => gold.includes(id));
  const gain = hits.reduce((sum, hit, at) => sum + (hit ? 1 / Math.log2(at + 2) : 0), 0);
  const best = gold.slice(0, cut).reduce((sum, _, at) => sum + 1 / Math.log2(at + 2), 0);
  return { recall: hits.filter(Boolean).length / gold.length, ndcg: gain / best };
};

const rows = [];
const platform = await openPlatform();
for (const conversation of conversations) {
  const nameOf = new Map(conversation.people.map(({ id, name }) => [id, name]));
  const type = conversation.place.type === 'dm' ? 'group' : conversation.place.type;
  const source = { type, external_id: conversation.id, name: conversation.place.name };
  const people = new Map(conversation.people.map((person) => [person.id, person]));
  const events = conversation.messages.map((message) =>
    envelope(conversation.id, message.id, 'message.posted', {
      message_id: message.id,
      text: message.text,
      sent_at: message.sent_at,
      source,
      author: account(conversation.id, people.get(message.author)),
      reply_to: message.reply_to,
    }),
  );
  for (let at = 0; at < events.length; at += 100)
    await platform.call('POST', '/v1/events', events.slice(at, at + 100));
  await platform.settled();
  await platform.embedded();
  const plain = plainBm25(
    conversation.messages.map(({ id, author, text }) => ({ id, text: `${nameOf.get(author)}: ${text}` })),
  );
  const mine = questions.filter((question) => question.conversation === conversation.id);
  for (const { question, gold, kind } of mine) {
    const answer = await platform.call('POST', '/v1/recall', {
      agent_id: conversation.id,
      viewer: refOf(conversation.id, conversation.people[0].id),
      source: { platform: platformName, type, external_id: conversation.id },
      query: question,
      top_k: 50,
      threshold: 0,
      include_messages: true,
    });
    const messageOf = ({ evidence }) => evidence[0]?.message_id ?? '';
    const said = answer.results.filter((result) => result.kind === 'message').map(messageOf);
    const all = [...new Set(answer.results.flatMap(({ evidence }) => evidence.map((one) => one.message_id)))];
    rows.push({ engine: 'plain BM25', kind, question, ...metrics(plain(question, cut), gold) });
    rows.push({ engine: 'kith, messages', kind, question, ...metrics(said, gold) });
    rows.push({ engine: 'kith, messages and facts', kind, question, ...metrics(all, gold) });
    if (values.misses && metrics(said, gold).recall < 1) {
      const text = new Map(conversation.messages.map((message) => [message.id, message.text]));
      console.log(
        `\n${question}\n  wanted: ${gold.map((id) => `${id} ${text.get(id)}`).join('\n          ')}`,
      );
      console.log(
        `  found:  ${said
          .slice(0, 5)
          .map((id) => `${id} ${text.get(id)}`)
          .join('\n          ')}`,
      );
    }
  }
}
await platform.close();

const table = ['plain BM25', 'kith, messages', 'kith, messages and facts'].map((engine) => {
  const chosen = rows.filter((row) => row.engine === engine);
  return {
    engine,
    questions: chosen.length,
    [`recall@${cut}`]: +mean(chosen, 'recall').toFixed(3),
    [`nDCG@${cut}`]: +mean(chosen, 'ndcg').toFixed(3),
  };
});
if (values.json) console.log(JSON.stringify(table));
else console.table(table);
