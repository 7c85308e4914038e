import type { PlainText } from './plain-text.js';
import type { Secret } from './secret.js';
import { proven } from '../text/proven.js';

/** Scripts that are written without spaces: a word for it, a few letters, and what none of their words is written with. */
const said = proven({
  id: 'said',
  pattern:
    /(?:密[码碼]|口令|パスワード|暗証番号|合言葉|비밀번호|비번|암호|รหัสผ่าน)[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\s:：=「『"'は是]{0,16}([\w!@#$%^&*+=.~-]{3,64})/gu,
  yes: ['密码是blue7sky', 'パスワード：blue7sky'],
  no: ['密码', '비밀번호를 잊었어'],
});
const has = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;

export const unspacedSecrets = ({ text }: PlainText): readonly Secret[] =>
  has.test(text)
    ? Array.from(text.matchAll(said)).flatMap((match) => {
        const secret = match[1] ?? '';
        const start = match.index + match[0].length - secret.length;
        return /\d|[!@#$%^&*+=~_-]/u.test(secret) || secret.length >= 6
          ? [{ name: 'password', start, end: start + secret.length }]
          : [];
      })
    : [];
