import { failed, type Answer, type Caller } from '#contracts';

const confined = failed(
  'forbidden',
  'a key for one agent changes nothing of who is who: that reaches all of them',
);

/**
 * INVARIANT: who is who, and how they are called, is the same to every agent of a tenant: a key for one of them may not change
 * it. Words that people say in chat are their own, whoever carries them.
 */
export const ofAllAgents = async <T>(
  { agent }: Pick<Caller, 'agent'>,
  work: () => Promise<Answer<T>>,
): Promise<Answer<T>> => (agent === undefined ? work() : confined);
