import type { MemoryView, PolicyExplainView, RecallAnswer } from '#contracts';
import { fieldErrorsIn, sentenceOf, type Api } from '../api.js';
import { CommandError } from '../failure.js';
import { people, questions, type PersonKey, type PlaceKey } from './story.js';
import { placeRef, platform, tell } from './tell.js';
import type { StoryQuestion } from './story-types.js';

/** A memory of a line, as far as it still stands: what was superseded has no words any more. */
export interface LearnedMemory {
  readonly id: string;
  readonly words: string | null;
}

/** What was learned from a line that has a name. */
export interface Learned {
  readonly line: string;
  readonly who: PersonKey;
  readonly at: PlaceKey;
  readonly said: string;
  readonly memories: readonly LearnedMemory[];
}

export interface ExplainedLine {
  readonly line: Learned;
  readonly decision: PolicyExplainView['decision'];
  readonly rule: string;
}

export interface AnsweredQuestion {
  readonly question: StoryQuestion<PersonKey, PlaceKey>;
  readonly answer: RecallAnswer;
  readonly verdicts: readonly ExplainedLine[];
}

export interface Played {
  readonly events: number;
  readonly memories: number;
  readonly learned: readonly Learned[];
  readonly asked: readonly AnsweredQuestion[];
}

interface EventResult {
  readonly id: string;
  readonly status: string;
  readonly facts?: readonly { readonly memory_id: string | null }[];
}

const publish = async (api: Api, events: readonly unknown[]): Promise<readonly EventResult[]> => {
  const reply = await api.raw('POST', '/v1/events?wait=indexed&timeout_ms=30000', events);
  if (reply.status !== 200) throw new CommandError(sentenceOf(reply, api.endpoint));
  const { results } = reply.body as { results: readonly EventResult[] };
  const refused = results.find(({ status }) => status === 'rejected');
  if (refused)
    throw new CommandError(
      `The platform refused ${refused.id}: ${fieldErrorsIn(refused)
        .map(({ path, message }) => `${path} ${message}`)
        .join('; ')}`,
    );
  return results;
};

const wordsOf = async (api: Api, id: string): Promise<string | null> => {
  const reply = await api.raw('GET', `/v1/memories/${id}`);
  return reply.status === 200 ? (reply.body as MemoryView).memory : null;
};

const learnedFrom = async (api: Api, now: Date): Promise<readonly Learned[]> => {
  const told = tell(now);
  const results = await publish(
    api,
    told.map(({ event }) => event),
  );
  const learned: Learned[] = [];
  for (const [index, { happening }] of told.entries()) {
    if (!('says' in happening) || happening.as === undefined) continue;
    const { as: line, who, at, says: said } = happening;
    const ids = (results[index]?.facts ?? []).flatMap(({ memory_id }) => memory_id ?? []);
    const memories = await Promise.all(ids.map(async (id) => ({ id, words: await wordsOf(api, id) })));
    learned.push({ line, who, at, said, memories });
  }
  return learned;
};

const linesOf = (question: StoryQuestion): ReadonlySet<string> =>
  new Set(
    question.facts.flatMap((fact) => ('line' in fact ? [fact.line] : 'lines' in fact ? fact.lines : [])),
  );

const ask = async (
  api: Api,
  question: StoryQuestion<PersonKey, PlaceKey>,
  learned: readonly Learned[],
): Promise<AnsweredQuestion> => {
  const viewer = { platform, platform_user_id: people[question.who].id };
  const { type, external_id } = placeRef(question.at);
  const source = { platform, type, external_id };
  const answer = await api.post<RecallAnswer>('/v1/recall', {
    viewer,
    source,
    query: question.asks,
    top_k: 6,
  });
  const returned = new Set(answer.results.map(({ id }) => id));
  const verdicts: ExplainedLine[] = [];
  for (const line of learned.filter((one) => linesOf(question).has(one.line)))
    for (const { id } of line.memories) {
      if (returned.has(id)) continue;
      const { decision, rule } = await api.post<PolicyExplainView>('/v1/policy/explain', {
        viewer,
        source,
        memory_id: id,
      });
      verdicts.push({ line, decision, rule });
    }
  return { question, answer, verdicts };
};

/** Sends the story through the platform and asks the questions. */
export const play = async (api: Api, now: Date): Promise<Played> => {
  const learned = await learnedFrom(api, now);
  const asked: AnsweredQuestion[] = [];
  for (const question of questions) asked.push(await ask(api, question, learned));
  return {
    events: tell(now).length,
    memories: new Set(learned.flatMap(({ memories }) => memories.map(({ id }) => id))).size,
    learned,
    asked,
  };
};
