import { foldNick } from './nick-book.js';

/** Services of the networks, and the helpers that answered in their channels for years: ubottu, floodbots. */
const usual =
  /^(?:chan|nick|memo|oper|host|bot|stat|sasl)serv$|^(?:u|ku|edu|lu|xu)?bott?u\d*$|^floodbot\w*$|^meetingology$/u;

/** Whether a nick is a program's, which says nothing of people: by its usual name, or because whoever imports says so. */
export const botsBy = (named: readonly string[]): ((nick: string) => boolean) => {
  const bots = new Set(named.map(foldNick));
  return (nick) => usual.test(foldNick(nick)) || bots.has(foldNick(nick));
};
