import { openDatabase } from '../index.js';

/** Inserts numbers one by one and says each after it was acknowledged, until it is killed. */
const [dataDir = ''] = process.argv.slice(2);
const database = await openDatabase({ dataDir });
await database.migrate([
  { name: '0001-numbers', statements: ['create table numbers (n bigint primary key, filler text)'] },
]);
const [last] = await database.query<{ n: string | null }>('select max(n) as n from numbers');
console.log(`last ${last?.n ?? '0'}`);
for (let n = Number(last?.n ?? 0) + 1; ; n += 1) {
  await database.query('insert into numbers values ($1, $2)', [n, 'x'.repeat(200)]);
  console.log(`stored ${String(n)}`);
}
