// What the benches share that ask a Qdrant server.
import { QdrantClient } from '@qdrant/js-client-rest';

export const qdrantUrl = () => {
  const url = process.env.KITH_TEST_QDRANT_URL;
  if (!url) throw new Error('KITH_TEST_QDRANT_URL must name a Qdrant server');
  return url;
};

const clientOf = (url) =>
  new QdrantClient({
    url,
    port: Number(new URL(url).port) || null,
    checkCompatibility: false,
    headers: { 'accept-encoding': 'identity' },
  });

export const percentile = (numbers, share) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];
export const median = (numbers) => percentile(numbers, 0.5);

/** How long the server takes for the nearest rows by itself, with a filter: milliseconds. */
export const bareQuery = async (url, collection, filter, vector) => {
  const client = clientOf(url);
  const from = performance.now();
  await client.query(collection, {
    query: [...vector],
    using: 'meaning',
    filter,
    limit: 50,
    with_payload: ['memory_id'],
  });
  return performance.now() - from;
};

export const removeCollections = async (url, prefix) => {
  const client = clientOf(url);
  const { collections } = await client.getCollections();
  for (const { name } of collections) if (name.startsWith(`${prefix}-`)) await client.deleteCollection(name);
};
