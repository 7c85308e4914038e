import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import type { HeldRow } from '../memory-index.js';

const pageSize = 500;

/** All that stands in words in the points of a tenant, and of what was removed, of which nobody knows any more whose it was. */
export async function* heldRows(
  client: QdrantClient,
  collection: string,
  tenantId: string,
): AsyncGenerator<HeldRow> {
  let offset: Schemas['ExtendedPointId'] | undefined;
  do {
    const page = await client.scroll(collection, {
      filter: {
        should: [{ key: 'tenant_id', match: { value: tenantId } }, { is_empty: { key: 'tenant_id' } }],
      },
      limit: pageSize,
      with_payload: { exclude: ['words'] },
      with_vector: false,
      ...(offset === undefined ? {} : { offset }),
    });
    for (const { payload } of page.points) yield { body: Buffer.from(JSON.stringify(wordsOf(payload))) };
    offset = (page.next_page_offset ?? undefined) as Schemas['ExtendedPointId'] | undefined;
  } while (offset !== undefined);
}

/** What adaptors named a conversation by leads to what was said, and is no word of it. */
const wordsOf = (payload: Schemas['Payload'] | null | undefined): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(payload ?? {}).filter(([field]) => field !== 'conversation_id'));
