import type { Memory } from '#domain';

/** By which words people speak of a matter, besides those in which it is held. */
const byTopic: Readonly<Record<string, string>> = {
  residence: 'live home house flat address city town place',
  workplace: 'job work employer company office',
  occupation: 'job work profession',
  role: 'job work profession',
  age: 'age old',
  birth: 'birthday born age',
  birthday: 'birthday born',
  'relationship-status': 'relationship love partner marriage',
  pregnancy: 'pregnancy baby',
  diet: 'diet food eat',
  vehicle: 'car vehicle',
  origin: 'origin hometown',
  phone: 'phone number',
  email: 'email mail address',
};
const byVerb: Readonly<Record<string, string>> = {
  works: 'job',
  earns: 'salary income pay wage money',
  studies: 'studies school university',
};

/** The words of a memory, with those by which people speak of what it is about: "Works at Nokia" is their job. */
export const wordsOfMatter = ({ content, topic }: Memory): string => {
  const words = content ?? '';
  const [head = ''] = (topic ?? '').split(':');
  const [verb = ''] = words.toLowerCase().split(' ');
  return [words, byTopic[head] ?? '', byVerb[verb] ?? ''].join(' ');
};
