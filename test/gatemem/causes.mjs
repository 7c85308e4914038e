// Why a useful answer lacks what it should hold: for each missing pattern, the best that became of any turn that says it.
import { messageRecordId, sourceIdOf } from '../../dist/libs/domain/src/index.js';
import { fixedIdKey } from '../../dist/libs/testing/src/id-key.js';

const tenant = 'default';
const recordIdOf = ({ id, place }, platform) =>
  messageRecordId(
    fixedIdKey,
    tenant,
    platform,
    sourceIdOf(tenant, platform, place.ref.type, place.ref.external_id),
    id,
  );

const unranked = 'allowed, not among the ten';
const takenBack = 'taken back by a request to forget';
const refused = 'refused as a credential';
const gone = 'forgotten, replaced or never drawn';
const withheld = 'withheld by rule ';
/** What is nearest to an answer comes first. */
const rankOf = (cause) => {
  if (cause.startsWith(withheld)) return 2;
  return [unranked, '', '', takenBack, refused, gone].indexOf(cause) + 1 || 9;
};

const fateOf = async (player, question, says, memoryId) => {
  const memory = await player.read(memoryId);
  if (memory === null) return gone;
  if (!says.test(memory.memory)) {
    if (memory.memory.includes('[forgotten]')) return takenBack;
    return / removed\]/u.test(memory.memory) ? refused : gone;
  }
  const verdict = await player.judge(question, memoryId);
  return verdict.decision === 'allow' ? unranked : `${withheld}${verdict.rule}`;
};

export const causeOf = async (player, question, pattern, factsOf) => {
  const says = new RegExp(pattern, 'iu');
  const turns = player.turns.slice(0, question.turns).filter(({ text }) => says.test(text));
  if (turns.length === 0) return 'said in no single turn';
  const fates = [];
  for (const turn of turns) {
    const facts = (factsOf.get(turn.id) ?? []).map(({ memory_id: id }) => id).filter((id) => id !== null);
    for (const id of [recordIdOf(turn, player.platformName), ...facts])
      fates.push(await fateOf(player, question, says, id));
  }
  return fates.sort((a, b) => rankOf(a) - rankOf(b))[0];
};

/** Of several, the one that is furthest from an answer: with it mended the answer would still be incomplete. */
export const worstOf = (causes) => [...causes].sort((a, b) => rankOf(b) - rankOf(a))[0];
