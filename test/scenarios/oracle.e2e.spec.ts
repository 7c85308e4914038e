import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { oneWorld, type Running } from './support/run.js';
import { say, type Happening } from './support/scenario.js';
import { Stage } from './support/stage.js';

interface Hidden {
  readonly title: string;
  readonly owner: string;
  readonly asker: string;
  readonly question: string;
  readonly said: (owner: string) => readonly Happening[];
  /** The words of the hidden memory, which the asker then remembers too. */
  readonly content: string;
}

const stories: readonly Hidden[] = [
  {
    title: 'as given: health',
    owner: 'Bob',
    asker: 'Carol',
    question: 'does Bob have any health memories? how many?',
    said: (owner) => [say(owner, 'G', 'I have anxiety'), say(owner, `dm:${owner}`, 'I have diabetes')],
    content: 'Has anxiety',
  },
  {
    title: 'a job search, told in the open and alone',
    owner: 'Ximena',
    asker: 'Yves',
    question: 'is Ximena looking for anything?',
    said: (owner) => [
      say(owner, 'G', "I'm looking for a new job"),
      say(owner, `dm:${owner}`, 'I live in Lyon'),
    ],
    content: 'Looking for a new job',
  },
  {
    title: 'words in a restricted channel',
    owner: 'Zuri',
    asker: 'Aldo',
    question: 'what do you know about Zuri? how much of it?',
    said: (owner) => [say(owner, 'R', 'I work at the mint'), say(owner, 'R', 'I have a yacht')],
    content: 'Works at the mint',
  },
];

const answersTo = async (
  { world, keys }: Running,
  stage: Stage,
  asker: string,
  owner: string,
  question: string,
) => {
  const viewer = `agent_id=helper&viewer_platform=${stage.platform}&viewer_platform_user_id=${asker}`;
  const place = stage.place('G');
  const at = `viewer_source_platform=${stage.platform}&viewer_source_type=group&viewer_source_external_id=${place.external_id}`;
  const id = (await stage.entityId(owner)) ?? '';
  const paths = [
    `/v1/memories?${viewer}&subject_id=${id}`,
    `/v1/memories?${viewer}&${at}&user_id=${id}`,
    `/v1/users?${viewer}&${at}`,
    `/v1/entities/${id}?${viewer}&${at}`,
  ];
  const recalls = [
    { viewer: asker, at: 'G', q: question },
    { viewer: asker, at: `dm:${asker}`, q: question },
    { viewer: asker, at: 'G', q: question, more: { include_messages: true, mode: 'recent' } },
    { viewer: asker, at: 'G', q: question, more: { mode: 'important', threshold: 0 } },
  ];
  const answers: string[] = [];
  for (const recall of recalls) answers.push((await stage.ask(recall)).bytes);
  for (const path of paths) {
    const { status, text } = await world.call('GET', path, undefined, keys.client);
    answers.push(`${path.slice(0, 40)} ${String(status)} ${text}`);
  }
  return answers;
};

describe('SC-33 that something is hidden cannot be told from the outside', () => {
  const running = oneWorld();
  it.each(stories.map((story, index) => [story.title, story, index] as const))(
    '%s',
    async (_title, story, index) => {
      const { world, keys } = running();
      const [owner, asker] = [story.owner.toLowerCase(), story.asker.toLowerCase()];
      const stage = new Stage(world, keys, `chat:sc-33-${String(index + 1)}`, {
        people: { [owner]: story.owner, [asker]: story.asker, ned: 'Ned' },
        places: {
          G: { type: 'group', in: 'guild1', members: [owner, asker, 'ned'] },
          R: { type: 'group', in: 'guild1', access: 'restricted', members: [owner, 'ned'] },
        },
      });
      await stage.gather();
      await stage.play([say(owner, 'G', 'hello'), say(asker, 'G', 'I like tea')], false);
      const before = await answersTo(running(), stage, asker, owner, story.question);
      const facts = (await stage.play(story.said(owner), false)).flat();
      expect(facts.filter((fact) => fact.outcome === 'ADD')).toHaveLength(2);
      // A message is heard under the same decision: only what is hidden may be compared.
      const after = await answersTo(running(), stage, asker, owner, story.question);
      expect(after).toEqual(before);

      const viewer = `agent_id=helper&viewer_platform=${stage.platform}&viewer_platform_user_id=${asker}`;
      const bytesOf = async (method: string, id: string, path = '') => {
        const { status, text } = await world.call(
          method,
          `/v1/memories/${id}${path}?${viewer}`,
          method === 'PATCH' ? { content: 'Has a dog' } : undefined,
          keys.client,
        );
        return `${String(status)} ${text.replaceAll(id, '<id>')}`;
      };
      for (const { memory_id } of facts)
        for (const [method, path] of [['GET'], ['GET', '/history'], ['PATCH'], ['DELETE']] as const) {
          const hidden = await bytesOf(method, memory_id, path);
          expect(hidden).toMatch(/^404 /u);
          expect(hidden).toBe(await bytesOf(method, randomUUID(), path));
        }

      const remember = async (about: string) => {
        const { status, body } = await world.call(
          'POST',
          '/v1/memories',
          {
            agent_id: 'helper',
            viewer: stage.reference(asker),
            subjects: [stage.reference(about)],
            source: { platform: stage.platform, type: 'group', external_id: 'G' },
            content: story.content,
          },
          keys.client,
        );
        const [result] = (body as { results: readonly { id: string; outcome: string }[] }).results;
        return { status, outcome: result?.outcome, id: result?.id };
      };
      const aboutOwner = await remember(owner);
      const aboutNed = await remember('ned');
      expect({ ...aboutOwner, id: null }).toEqual({ ...aboutNed, id: null });
      expect(aboutOwner.outcome).toBe('ADD');
      expect(facts.map((fact) => fact.memory_id)).not.toContain(aboutOwner.id);
    },
    120_000,
  );
});
