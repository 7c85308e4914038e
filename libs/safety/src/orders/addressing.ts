import { agentEntityId } from '#domain';
import { foldName } from '#identity';
import type { Addressee } from '../forgetting/forget-me.js';
import type { HeardContext, HeardMessage } from './mentions.js';

const marked = /@([\p{L}\p{N}_.-]*[\p{L}\p{N}_])/gu;

/** Words that stand where one calls somebody: marked ones, the first after a greeting, and the last after a comma. */
const calledIn = (text: string): readonly string[] => {
  const first = /^\W*(?:(?:hey|hi|hello|ok|okay|please|pls|dear)\b[\s,]*)*([\p{L}\p{N}_.-]+)/iu.exec(
    text,
  )?.[1];
  const last = /[,\s]([\p{L}\p{N}_.-]{0,60}[\p{L}\p{N}_])\W{0,20}$/u.exec(text.slice(-80))?.[1];
  return [...[...text.matchAll(marked)].map((match) => match[1]), first, last].filter(
    (word) => word !== undefined,
  );
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

const names = (text: string, name: string): boolean =>
  name.length > 1 &&
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(foldName(name))}(?![\\p{L}\\p{N}])`, 'iu').test(text);

/** A hash is slow, and the same words are called again and again. */
const idsByWord = new Map<string, string>();
const mostKept = 10_000;
const agentCalled = (tenantId: string, word: string): string => {
  const key = `${tenantId}|${word}`;
  const known = idsByWord.get(key);
  if (known !== undefined) return known;
  if (idsByWord.size >= mostKept) idsByWord.clear();
  const id = agentEntityId(tenantId, word);
  idsByWord.set(key, id);
  return id;
};

/** Whether a word, marked or not, is what the agent is called. */
export const isAgentCalled = (
  word: string,
  { people, agentEntityId: personaId, tenantId }: HeardContext,
): boolean => {
  const called = foldName(word);
  return (
    agentCalled(tenantId, called) === personaId ||
    people.some(
      (person) =>
        (person.kind === 'agent' || person.entityId === personaId) &&
        person.names.some(({ text }) => foldName(text) === called),
    )
  );
};

/** Whether a message in company speaks to the agent: marks it, calls it by name, or answers it. */
const addressesAgent = (message: HeardMessage, context: HeardContext): boolean => {
  const { people, agentEntityId: personaId, tenantId, repliedTo } = context;
  const agents = people.filter((person) => person.kind === 'agent' || person.entityId === personaId);
  const isAgent = (id: string): boolean =>
    id === personaId || agents.some((person) => person.entityId === id);
  return (
    message.mentionIds.some(isAgent) ||
    (repliedTo !== null && (repliedTo.authorKind === 'agent' || isAgent(repliedTo.authorId))) ||
    agents.some((agent) => agent.names.some(({ text }) => names(message.text, text))) ||
    calledIn(message.text).some((word) => agentCalled(tenantId, word) === personaId)
  );
};

/** To whom a message is said, as far as an order to forget depends on it. */
export const addresseeOf = (message: HeardMessage, context: HeardContext): Addressee => {
  if (context.place.type === 'dm' || addressesAgent(message, context)) return 'agent';
  const { repliedTo } = context;
  const answersAnother =
    repliedTo === null ? message.replyTo !== null : repliedTo.authorId !== message.authorId;
  return answersAnother || message.mentionIds.length > 0 ? 'somebody' : 'all';
};
