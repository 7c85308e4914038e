/** Three days in two workspaces and some direct messages: joins, leaves, renames, edits, deletions, hearsay, homonyms. */
const start = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 3 * 86_400_000;
const at = (minute: number): string => new Date(start + minute * 60_000).toISOString();

const harbour = { type: 'workspace', external_id: 'harbour', name: 'Harbour' };
const orchard = { type: 'workspace', external_id: 'orchard', name: 'Orchard' };
const deck = { type: 'group', external_id: 'deck', name: '#deck', parent: harbour };
const bridge = {
  type: 'group',
  external_id: 'bridge',
  name: '#bridge',
  access: 'restricted',
  parent: harbour,
};
const night = { type: 'thread', external_id: 'night-watch', parent: deck };
const grove = { type: 'group', external_id: 'grove', name: '#grove', parent: orchard };
const choir = { type: 'group', external_id: 'choir', name: 'Choir' };
const dm = (who: string) => ({ type: 'dm', external_id: `dm-${who}` });

const account = (who: string, name?: string) => ({
  platform_user_id: who,
  handle: who,
  ...(name ? { display_name: name } : {}),
});

export interface FussEvent {
  readonly id: string;
  readonly [field: string]: unknown;
}

const envelope = (id: string, type: string, data: object): FussEvent => ({
  specversion: '1.0',
  id,
  source: '/test',
  type: `kith.${type}.v1`,
  data: { platform: 'chat', agent_id: 'helper', ...data },
});

const said = (
  minute: number,
  who: string,
  name: string,
  source: object,
  text: string,
  extra: object = {},
): FussEvent =>
  envelope(`s${String(minute)}`, 'message.posted', {
    message_id: `m${String(minute)}`,
    text,
    sent_at: at(minute),
    source,
    author: account(who, name),
    ...extra,
  });

export const fuss = (): readonly FussEvent[] => [
  envelope('j1', 'participant.joined', { source: deck, participant: account('ines', 'Ines'), at: at(1) }),
  said(2, 'omar', 'Omar', deck, 'My favorite color is green'),
  said(3, 'ines', 'Ines', deck, 'Omar likes anchovies'),
  said(4, 'petra', 'Petra', deck, 'I live in Porto', {
    participants: [account('omar', 'Omar'), account('lukas', 'Lukas')],
  }),
  said(5, 'lukas', 'Lukas', deck, '@petra is allergic to walnuts', { mentions: [account('petra', 'Petra')] }),
  said(6, 'omar', 'Omar', dm('omar'), 'I hate anchovies'),
  said(7, 'omar', 'Omar', deck, 'My favorite color is orange'),
  envelope('r1', 'profile.changed', { account: account('lukas'), display_name: 'Captain Lukas', at: at(8) }),
  said(9, 'lukas', 'Captain Lukas', night, 'We decided to sail on Thursday'),
  said(10, 'ines', 'Ines', bridge, 'The budget for the mast is cut in half'),
  said(11, 'tove', 'Tove', bridge, 'I have anxiety'),
  envelope('l1', 'participant.left', { source: harbour, participant: account('petra', 'Petra'), at: at(12) }),
  said(13, 'petra', 'Petra', grove, 'I have a cat named Biscuit'),
  said(14, 'mina', 'Mina', grove, 'Petra is vegan'),
  said(15, 'olaf', 'Olaf', grove, 'Petra eats fish'),
  said(16, 'mina', 'Mina', choir, 'I play the cello'),
  said(17, 'olaf', 'Olaf', choir, 'I play the cello'),
  said(18, 'mina', 'Mina', choir, 'I play the cello'),
  envelope('x1', 'message.edited', {
    message_id: 'm13',
    source: grove,
    text: 'I have a cat named Muffin',
    edited_at: at(19),
  }),
  envelope('x2', 'message.edited', {
    message_id: 'm13',
    source: grove,
    text: 'I have a dog named Muffin',
    edited_at: at(20),
  }),
  envelope('d1', 'message.deleted', { message_id: 'm16', source: choir, deleted_at: at(21) }),
  said(22, 'zoe', 'Zoe', deck, 'Runs the rope workshop', {
    participants: [account('omar'), account('ines')],
    participants_complete: true,
  }),
  said(23, 'ines', 'Ines', deck, 'Zoe lives in Bergen'),
  said(24, 'zoe', 'Zoe', deck, 'I live in Oslo'),
  envelope('r2', 'profile.changed', { account: account('zoe'), display_name: 'Zoë', at: at(25) }),
  said(26, 'omar', 'Omar', deck, 'Zoë is moving to Rome'),
  said(27, 'ines', 'Ines', deck, 'Bastian likes chess'),
  envelope('j2', 'participant.joined', {
    source: deck,
    participant: account('bastian', 'Bastian'),
    at: at(28),
  }),
  said(29, 'bastian', 'Bastian', deck, 'I work at the lighthouse'),
  said(30, 'ines', 'Ines', dm('ines'), 'Omar is going through a divorce, told me in confidence'),
  envelope('l2', 'participant.left', {
    source: deck,
    participant: account('bastian', 'Bastian'),
    at: at(31),
  }),
  said(32, 'bastian', 'Bastian', deck, 'I like herring'),
  said(33, 'tove', 'Tove', deck, 'He is a great cook', { reply_to: 'm29' }),
  said(34, 'olaf', 'Olaf', grove, 'my wife Sigrid is a potter'),
  said(35, 'tove', 'Tove', choir, 'my brother Anders is a pilot'),
  said(440, 'olaf', 'Olaf', grove, 'my wife plays the lute'),
  said(441, 'olaf', 'Olaf', grove, 'Sigrid is vegan'),
  said(442, 'mina', 'Mina', grove, 'my sister Sigrid lives in Rome'),
  said(443, 'olaf', 'Olaf', dm('olaf'), 'my wife hates olives'),
  said(444, 'olaf', 'Olaf', choir, 'my wife hates celery'),
  said(450, 'tove', 'Tove', choir, 'my brother lives in Turku'),
  said(451, 'olaf', 'Olaf', grove, 'my wife Astrid is a diver'),
  said(452, 'olaf', 'Olaf', grove, 'my wife lives in Bergen'),
  envelope('d2', 'message.deleted', { message_id: 'm35', source: choir, deleted_at: at(453) }),
];
