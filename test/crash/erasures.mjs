// People who are erased while the platform is killed, and what must be gone of them afterwards, and what must stand.
import { setTimeout as pause } from 'node:timers/promises';
import { accountEntityId } from '../../dist/libs/domain/src/index.js';

export const erasuresUnderFire = (random) => {
  const victims = [];

  const send = ({ url, headers }, method, path, body) =>
    fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      .then(async (response) => ({ status: response.status, body: await response.json() }))
      .catch(() => null);

  const posted = (sent, id, who, text) => {
    sent.add(id);
    const data = {
      platform: 'crash',
      message_id: id,
      text,
      sent_at: new Date(Date.now() - 3_600_000).toISOString(),
      source: { type: 'group', external_id: 'room-erased' },
      author: { platform_user_id: who, handle: who },
    };
    return { specversion: '1.0', id, source: '/crash', type: 'kith.message.posted.v1', data };
  };

  /** One says what nobody else says and is spoken of, a bystander says what must stay; then the one is erased, and the platform killed somewhere in it. */
  const eraseAndKill = async (platform, sent, waitIndexed) => {
    const number = victims.length;
    const who = `vic${number}x`;
    const events = [
      posted(sent, `v-${number}-1`, who, `I have a parrot named Pollux${number}x`),
      posted(sent, `v-${number}-2`, who, `just chatting about Qwill${number}x`),
      posted(sent, `v-${number}-3`, who, `I live in Zedtown${number}x`),
      posted(sent, `v-${number}-4`, 'bystander', `${who} plays the Bombard${number}x`),
      posted(sent, `v-${number}-5`, 'bystander', `the ferry left pier Kept${number}x`),
    ];
    const told = await send(platform, 'POST', '/v1/events', events);
    if (told?.status !== 202) throw new Error(`before an erasure it answered ${JSON.stringify(told)}`);
    for (const { id } of events) await waitIndexed(platform, id);
    const victim = { number, who, id: null, sure: false };
    victims.push(victim);
    const timer = setTimeout(
      () => platform.child.kill('SIGKILL'),
      random.below(random.next() < 0.5 ? 400 : 4_000),
    );
    const entity_id = accountEntityId('default', 'crash', who);
    const ordered = await send(platform, 'POST', '/v1/erasures', { entity_id, kind: 'both' });
    if (ordered !== null) {
      if (ordered.status !== 202) throw new Error(`an erasure answered ${JSON.stringify(ordered)}`);
      victim.id = ordered.body.id;
      victim.sure = true;
    }
    while (platform.child.exitCode === null && platform.child.signalCode === null) await pause(10);
    clearTimeout(timer);
  };

  /** Every erasure that was answered, and every other that came to be noted, ends. */
  const waitEnded = async (platform) => {
    const deadline = Date.now() + 240_000;
    for (;;) {
      const all = [];
      let cursor = '';
      do {
        const { body } = await send(
          platform,
          'GET',
          `/v1/erasures?limit=200${cursor && `&cursor=${cursor}`}`,
        );
        all.push(...body.results);
        cursor = body.next_cursor;
      } while (cursor);
      const missing = victims.filter(({ id }) => id !== null && !all.some((one) => one.id === id));
      const open = all.filter(({ status }) => status === 'running');
      if (open.length + missing.length === 0) return all;
      if (Date.now() > deadline)
        throw new Error(`${open.length} erasures never ended, ${missing.length} are unknown`);
      await pause(200);
    }
  };

  /** Whoever was erased and of whom a word stands; of whom words are missing without an erasure; bystanders' words that are gone. */
  const faultsIn = async (database, views) => {
    const tables = await database.query(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const standing = new Map(victims.map(({ number }) => [number, new Set()]));
    for (const { name } of tables)
      for (const { row } of await database.query(
        `select to_jsonb(t)::text as row from ${name} t where t::text ~ '[0-9]x'`,
      ))
        for (const [, word, number] of row.matchAll(/(Pollux|Qwill|Zedtown|Bombard|Kept|vic)(\d+)x/giu))
          standing.get(Number(number))?.add(word.toLowerCase());
    const erased = new Set(views.flatMap(({ entity_ids }) => entity_ids));
    const isWrong = ({ number, who, sure }) => {
      const words = standing.get(number);
      const wasErased = erased.has(accountEntityId('default', 'crash', who));
      const gone = ['pollux', 'qwill', 'zedtown', 'bombard', 'vic'];
      if (!words?.has('kept') || (sure && !wasErased)) return true;
      return wasErased ? gone.some((word) => words.has(word)) : gone.some((word) => !words.has(word));
    };
    const wrong = victims.filter(isWrong);
    for (const victim of wrong.slice(0, 5))
      console.error(
        `erasure: ${JSON.stringify(victim)} ${[...(standing.get(victim.number) ?? [])].join(' ')}`,
      );
    const unfinished = views.filter(({ status, residual }) => status !== 'done' || residual?.hits !== 0);
    for (const { id, status, residual } of unfinished.slice(0, 5))
      console.error(`erasure ${id} ${status}: ${JSON.stringify(residual)}`);
    return wrong.length + unfinished.length;
  };

  return { eraseAndKill, waitEnded, faultsIn, counted: () => victims.length };
};
