import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testModel } from '#config';
import { addModel, modelFolderWith, openOnnxEmbedder, type ModelToAdd } from './index.js';
import { embedderContract } from './testing/contract.js';
import { writeTinyModel } from './testing/tiny-model.js';

const { signal } = new AbortController();
let folder = '';
let from = '';
let sha256 = '';
let number = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kith-onnx-'));
  from = join(folder, 'downloaded');
  sha256 = await writeTinyModel(from);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const add = (fields: Partial<ModelToAdd> = {}) =>
  addModel({
    from,
    sha256,
    into: join(folder, `models-${String(number++)}`),
    use: { name: 'tiny', pooling: 'mean' },
    signal,
    ...fields,
  });

embedderContract('a model on this machine', async () => openOnnxEmbedder((await add()).folder));

describe('a model on this machine', () => {
  it('has the width that it has', async () => {
    const wide = join(folder, 'wide');
    const added = await add({ from: wide, sha256: await writeTinyModel(wide, 80) });
    const embedder = await openOnnxEmbedder(added.folder);
    const [vector] = await embedder.embed(['the kettle is on'], 'message');
    await embedder.close();
    expect([added.manifest.dimensions, embedder.dimensions, vector?.length]).toEqual([80, 80, 80]);
  });

  it('puts its prefix before questions alone', async () => {
    const embedder = await openOnnxEmbedder(
      (await add({ use: { name: 'tiny', pooling: 'mean', query_prefix: 'call: ' } })).folder,
    );
    const [[asked], [told], [whole]] = await Promise.all([
      embedder.embed(['tea'], 'query'),
      embedder.embed(['tea'], 'document'),
      embedder.embed(['call: tea'], 'document'),
    ]);
    await embedder.close();
    expect(asked).toEqual(whole);
    expect(asked).not.toEqual(told);
  });

  it('pools by its first token, or by all', async () => {
    const vectorsOf = async (pooling: 'cls' | 'mean') => {
      const embedder = await openOnnxEmbedder((await add({ use: { name: 'tiny', pooling } })).folder);
      const vectors = await embedder.embed(['tea', 'the ferry leaves'], 'document');
      await embedder.close();
      return vectors;
    };
    const [first, all] = [await vectorsOf('cls'), await vectorsOf('mean')];
    // Its first token is the same in every text.
    expect(first[0]).toEqual(first[1]);
    expect(all[0]).not.toEqual(all[1]);
  });

  it('is another model where it is used otherwise, and found again by its id', async () => {
    const into = join(folder, 'together');
    const one = await add({ into });
    const other = await add({ into, use: { name: 'other', pooling: 'mean', document_prefix: 'a ' } });
    expect(one.id).not.toBe(other.id);
    expect((await modelFolderWith(into, one.id))?.folder).toBe(one.folder);
    expect(await modelFolderWith(into, 'tiny@000000000000')).toBeNull();
    expect(await modelFolderWith(join(folder, 'nowhere'), one.id)).toBeNull();
  });

  it('is refused once a file of it is another, or gone, or its manifest is no manifest', async () => {
    const changed = await add();
    await appendFile(join(changed.folder, 'tokenizer.json'), ' ');
    await expect(openOnnxEmbedder(changed.folder)).rejects.toThrow('tokenizer.json is not the file');
    const gone = await add();
    await rm(join(gone.folder, 'model.onnx'));
    await expect(openOnnxEmbedder(gone.folder)).rejects.toThrow('it has no model.onnx');
    await expect(openOnnxEmbedder(from)).rejects.toThrow('kith models add');
    const odd = await add();
    const manifest = join(odd.folder, 'kith-model.json');
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('mean', 'max'));
    await expect(openOnnxEmbedder(odd.folder)).rejects.toThrow('pooling');
  });
});

describe('putting a model in place', () => {
  const nothingLeft = async (into: string) => expect(await readdir(into)).toEqual([]);

  it('leaves nothing where the file is not the one that was meant', async () => {
    const into = join(folder, 'wrong-hash');
    await expect(add({ into, sha256: '0'.repeat(64) })).rejects.toThrow('has the SHA-256');
    await nothingLeft(into);
  });

  it('leaves nothing where the file is no model', async () => {
    const [into, broken] = [join(folder, 'broken-models'), join(folder, 'broken')];
    await writeTinyModel(broken);
    await writeFile(join(broken, 'model.onnx'), 'no model');
    const given = createHash('sha256').update('no model').digest('hex');
    await expect(add({ into, from: broken, sha256: given })).rejects.toThrow('does not run');
    await nothingLeft(into);
  });

  it('wants to be told how a model is used that is not known', async () => {
    await expect(add({ use: {} })).rejects.toThrow(/not known.*name.*pooling/u);
  });

  it('fetches it from an address', async () => {
    const server = createServer((request, response) => {
      const file = request.url?.split('/').at(-1) ?? '';
      readFile(join(from, file)).then(
        (content) => response.end(content),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/tiny/`;
    const added = await add({ from: address });
    expect(added.manifest.sha256['model.onnx']).toBe(sha256);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(add({ from: address })).rejects.toThrow();
  });
});

// A model of the reader's own: KITH_TEST_MODEL is a folder that `kith models add` made.
const own = testModel();
if (own !== undefined) embedderContract(`the model in ${own}`, () => openOnnxEmbedder(own));
