import { describe, expect, it } from '@jest/globals';
import { goers, productionSources, ways, type Way } from './support/doors.js';

/**
 * Who (a file, or all of a folder) goes which way to the words of a memory, and why that tells nobody anything. Whoever is added here reads memories
 * past `decideRows`: say why that is right, and let another person read it.
 */
const known: Readonly<Record<Way, Readonly<Record<string, string>>>> = {
  'says SQL on the tables that hold memories or messages': {
    'libs/event-log/src/id-key.ts': 'whether there are events; no words',
    'libs/event-log/src/lookups.ts': 'the log itself; what is sealed stays so',
    'libs/event-log/src/migrations.ts': 'whether there are events; no words',
    'libs/event-log/src/appending.ts': 'the log itself',
    'libs/memory-index/src/index-changes.ts': 'the index itself',
    'libs/memory-index/src/index-rows.ts': 'the index itself',
    'libs/memory-index/src/message-sql.ts': 'the index itself, under a plan',
    'libs/memory-index/src/migrations.ts': 'the index itself',
    'libs/memory-index/src/pgvector-index.ts': 'the index itself',
    'libs/memory-index/src/qdrant/qdrant-index.ts':
      'whether rows are left in Postgres once the index is elsewhere; no words',
    'libs/memory-index/src/search-sql.ts': 'the index itself, under a plan',
    'libs/event-log/src/projection-versions.ts': 'whether there are events; no words',
    'libs/read-models/src/memories/copies.ts':
      'copies of what a directive or a call is about, to end or change them with it',
    'libs/read-models/src/memories/stored-memories.ts': 'the read model itself',
    'libs/read-models/src/messages/kin-followers.ts': 'which messages to read again',
    'libs/read-models/src/messages/late-orders.ts': 'which orders to carry out again',
    'libs/read-models/src/memories/migrations.ts': 'the tables themselves',
    'libs/read-models/src/messages/migrations.ts': 'the tables themselves',
    'libs/read-models/src/places/migrations.ts': 'the tables themselves',
    'libs/read-models/src/messages/messages.ts': 'the read model itself',
    'libs/read-models/src/queries/company.ts': 'with whom and when accounts talk; no words',
    'libs/read-models/src/messages/namings-unread.ts': 'which confidences name whom; no words',
    'libs/read-models/src/messages/revisions.ts': 'the read model itself',
    'libs/read-models/src/messages/proposals.ts': 'which messages were reworded; what quotes them goes',
    'libs/read-models/src/messages/outcomes.ts': 'the read model itself',
    'libs/read-models/src/messages/enqueue.ts': 'which messages wait to be read; no words',
    'libs/read-models/src/messages/extraction-queue.ts': 'which messages wait to be read; no words',
    'libs/read-models/src/messages/followers.ts': 'which messages are to be read again; no words',
    'libs/read-models/src/places/participants.ts': 'who was where; no words',
    'libs/read-models/src/queries/acquaintances.ts':
      'who shared a place with whom, and what they were called then; no words',
    'libs/read-models/src/queries/audience.ts': 'ids of whom something is kept from; no words',
    'libs/read-models/src/queries/captured.ts': 'what messages stated before, for whoever reads them again',
    'libs/read-models/src/queries/changes.ts': 'ids, places and times of messages; no words',
    'libs/read-models/src/queries/counts.ts': 'numbers, for operators and gauges',
    'libs/read-models/src/queries/erasing.ts':
      'what an erasure reaches, and its words to look for; answers nobody',
    'libs/read-models/src/queries/filtered.ts':
      'candidates of a forgetting and their topics; each row is decided',
    'libs/read-models/src/queries/forgetting.ts': 'what an order to forget reaches; answers nobody',
    'libs/read-models/src/queries/grants.ts':
      'ids of secrets under live grants, and how delicate one is; no words',
    'libs/read-models/src/queries/indexed.ts': 'ids of what to index',
    'libs/read-models/src/queries/overtaken.ts':
      'which messages were taken back or put right, as far as the reader may hear by what; no words',
    'libs/read-models/src/queries/kin.ts': 'whom speakers named as theirs, to read their messages by',
    'libs/read-models/src/memories/drift.ts':
      'lets go of rows that are made anew; ids and kinds of difference',
    'libs/read-models/src/queries/stale-names.ts':
      'whether anything hangs on a name, or somebody said it; answers names',
    'libs/read-models/src/queries/integrity.ts':
      'ids of what is not as it should be, and of what says the same; no words',
    'libs/read-models/src/queries/maintenance.ts':
      'ids, ages and importance of what is to be put away; no words',
    'libs/read-models/src/queries/memories.ts': 'rows for the door',
    'libs/read-models/src/queries/one-user.ts': 'whether one person alone ever said something; no words',
    'libs/read-models/src/queries/order-target.ts': 'what an order is about; answers nobody',
    'libs/read-models/src/queries/people.ts':
      'whether a name that somebody gave themselves is held still; no words',
    'libs/read-models/src/queries/outcomes.ts':
      'ids, outcomes and positions, to the adaptor that published and for whoever waits; no words',
    'libs/read-models/src/queries/recording.ts':
      'which messages are known, deleted or forgotten ahead; no words',
    'libs/read-models/src/queries/redacting.ts': 'what holds a value that is to be forgotten; answers nobody',
    'libs/read-models/src/memories/accesses.ts':
      'that one is forgotten, of which no telling is counted; no words',
    'libs/read-models/src/queries/proposals.ts':
      'what a model is to be asked about, for whoever asks it and answers nobody',
    'libs/read-models/src/queries/reviews.ts':
      'whether memories are still there to be decided about; no words',
    'libs/read-models/src/queries/topics.ts': 'what stands on a topic; no words but values',
    'libs/read-models/src/messages/claims.ts':
      'what one of several processes is to read, for whoever reads messages and answers nobody',
    'libs/read-models/src/queries/unread.ts':
      'what is to be read, for whoever reads messages and answers nobody',
    'libs/read-models/src/queries/windows.ts': 'what was said before a message, for whoever reads it',
  },
  'reads whole rows of them': {
    'apps/ingest/src/commands/changing.ts': 'decides each before it is changed',
    'apps/ingest/src/commands/forget.ts': 'decides each before it is forgotten',
    'apps/ingest/src/commands/reviews/':
      'what an operator asks or decides about; ids, status and topics, no words',
    'apps/ingest/src/commands/stating.ts': 'whether the speaker said the same before',
    'apps/ingest/src/commands/telling.ts': 'decides each before it is told that it was replaced',
    'apps/ingest/src/capture-facts/': 'writes what messages state; answers nobody',
    'apps/ingest/src/directives/': 'finds what an order is about; answers nobody',
    'apps/ingest/src/extract-facts/': 'reads messages to find facts in them; answers nobody',
    'apps/ingest/src/message-context/': 'what was said before a message; answers nobody',
    'apps/ingest/src/settle-topics/': 'what stands on a topic; answers nobody',
    'apps/ingest/src/maintenance/': 'decides whether each is to be put away; answers ids',
    'apps/recall/src/memories/history.ts': 'decides about the row and its successor',
    'apps/recall/src/permitted/permitted.ts': 'the door',
    'apps/recall/src/indexing/vector-giver.ts': 'gives messages their vectors; answers nobody',
    'apps/recall/src/indexing/entries.ts': 'fills the index',
    'libs/read-models/src/memories/copies.ts':
      'copies of what a directive or a call is about, to end or change them with it',
    'libs/read-models/src/memories/drift.ts': 'holds rows against the log; answers kinds of difference',
    'libs/read-models/src/memories/memories.ts': 'the read model itself',
    'libs/read-models/src/queries/forgetting.ts': 'what an order to forget reaches; answers nobody',
    'libs/read-models/src/queries/order-target.ts': 'what an order is about; answers nobody',
    'libs/read-models/src/queries/overtaken.ts':
      'which messages were taken back or put right, as far as the reader may hear by what; no words',
    'libs/read-models/src/queries/replacements.ts': 'whether what replaced a row may be heard',
    'libs/read-models/src/queries/proposals.ts':
      'what a model is to be asked about, for whoever asks it and answers nobody',
    'libs/read-models/src/memories/memory-rows.ts': 'the read model itself',
    'libs/read-models/src/memories/stored-memories.ts': 'the read model itself',
    'libs/read-models/src/messages/messages.ts': 'the read model itself',
    'libs/read-models/src/messages/claims.ts':
      'what one of several processes is to read, for whoever reads messages and answers nobody',
    'libs/read-models/src/queries/unread.ts':
      'what is to be read, for whoever reads messages and answers nobody',
  },
  'searches the index': { 'apps/recall/src/permitted/permitted.ts': 'the door' },
  'reads the event log': {
    'apps/ingest/src/erasure/': 'what an erasure planned and looks for; answers nobody',
    'apps/ingest/src/outbox/outbox.ts': 'tells ids of what changed',
    'apps/ingest/src/propose-links/propose-links.ts': 'ids of accounts of which something new is known',
    'apps/ingest/src/extract-facts/re-extraction.ts': 'what an older extractor read, to read it again',
    'apps/janitor/src/tasks/integrity.ts': 'to hold rows against it; tells ids and kinds of difference',
    'apps/recall/src/memories/history.ts': 'after its memory was decided about',
    'apps/recall/src/reviews/reviews.ts': 'who proposed and decided what, for operators',
    'libs/event-log/src/subscription.ts': 'the log itself',
  },
  'decides by itself': {
    'apps/ingest/src/commands/changing.ts': 'who may change or forget what',
    'apps/ingest/src/commands/forget.ts': 'who may forget what of many',
    'apps/ingest/src/commands/telling.ts': 'whether it is told that a memory was replaced',
    'apps/ingest/src/directives/target/known-to-author.ts':
      'how many of the forgotten their author could hear; a number',
    'apps/recall/src/memories/history.ts': 'whose history may be read',
    'apps/recall/src/permitted/permitted.ts': 'the door',
    'apps/recall/src/reviews/widening.ts':
      'what somebody could read if they were also another, for operators',
    'libs/policy/src/document.ts': 'writes it down in words',
    'libs/read-models/src/queries/overtaken.ts':
      'which messages were taken back or put right, as far as the reader may hear by what; no words',
    'libs/read-models/src/queries/replacements.ts': 'whether what replaced a row may be heard',
  },
};

const sources = productionSources();
const allWays = Object.keys(ways) as readonly Way[];

describe('the way to the words of a memory', () => {
  it.each(allWays)('is known of each file that %s', (way) => {
    const places = Object.keys(known[way]);
    const found = goers(sources, way);
    const isFor = (path: string) => (place: string) =>
      path === place || (place.endsWith('/') && path.startsWith(place));
    expect(found.filter((path) => !places.some(isFor(path)))).toEqual([]);
    // And nobody is named who no longer goes there.
    expect(places.filter((place) => !found.some((path) => isFor(path)(place)))).toEqual([]);
  });

  const stray: Readonly<Record<Way, readonly string[]>> = {
    'says SQL on the tables that hold memories or messages': [
      'select content from memories where tenant_id = $1',
      'select e.memory_id FROM\n  Memory_Evidence e',
      'select * from sources join messages m using (source_id)',
      'update memory_index set tenant_id = $1',
    ],
    'reads whole rows of them': [
      'const rows = await freshRows(sql, tenantId, ids);',
      'await loadRows(sql, memories, ids)',
      'const own = await ownMemories(sql, order, cluster);',
      'for (const row of await messagesHolding(sql, order, values)) tell(row.text);',
      'const states = await loadMemories(writer.sql, ids);',
      'const rows = await nextUnread(sql, 100, []);',
      "select ${Object.keys(memories.columns).join(', ')}",
    ],
    'searches the index': [
      'const found = await options.index.search(lanes);',
      'await this.index.search([lane])',
    ],
    'reads the event log': ["await log.readStream(tenantId, 'memory-1')", 'await options.log.subscribe({})'],
    'decides by itself': ['decide(request, facts).decision', 'const where = planRead(request);'],
  };
  it.each(allWays)('is found when a new file %s', (way) => {
    for (const text of stray[way]) {
      const added = goers([{ path: 'apps/recall/src/memories/export.ts', text }], way);
      expect([text, added.length]).toEqual([text, 1]);
    }
  });
  it('is not found in what is only said in a comment', () => {
    const text = '/** Reads from memories by index.search(…), says a comment. */\n// decide(request, row)\n';
    expect(allWays.flatMap((way) => goers([{ path: 'apps/a.ts', text }], way))).toEqual([]);
  });
});

describe('the command line', () => {
  const cli = sources.filter(({ path }) => path.startsWith('apps/cli/'));
  const matchesIn = (pattern: RegExp): readonly string[] =>
    [
      ...new Set(cli.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))),
    ].sort();

  it('has these commands', () => {
    expect(matchesIn(/\.command\('([\w -]+)'\)/gu)).toEqual([
      'add',
      'create',
      'demo',
      'doctor',
      'erase',
      'erasures',
      'explain',
      'export',
      'extract',
      'history',
      'import',
      'irc',
      'janitor',
      'jsonl',
      'key',
      'keys',
      'list',
      'memories',
      'migrate',
      'models',
      'parked',
      'rebuild',
      'recall',
      'reports',
      'reviews',
      'revoke',
      'run',
      'search',
      'show',
      'stats',
      'tenants',
      'up',
      'verify',
    ]);
  });

  it('reads memories over HTTP, as any client does: it knows no store', () => {
    expect(matchesIn(/(?:from|import\() ?'(#[\w-]+)'/gu)).toEqual([
      '#config',
      '#contracts',
      '#domain',
      '#identity',
      '#standalone',
    ]);
  });
});
