import type { ScopeView } from '#contracts';
import { oneLine } from './neutralise.js';

const gateNotice = `Memory retrieval is not available until identity is verified.
The user can verify by typing: /verify <token>`;

/**
 * The scope as a block for a prompt, byte for byte as downstream plugins parse it. No newline at the end.
 * `gateMessage` replaces the notice of the gated form; empty keeps it.
 */
export const renderScopeBlock = (scope: ScopeView, gateMessage = ''): string => {
  if (scope.gated)
    return `[MEMORY_SCOPE]\ngated: true\n[/MEMORY_SCOPE]\n\n${gateMessage === '' ? gateNotice : gateMessage}`;
  return [
    '[MEMORY_SCOPE]',
    `scope_key: ${oneLine(scope.scope_key)}`,
    `user_id: ${oneLine(scope.user_id)}`,
    `external_id: ${scope.external_id === null ? 'none' : oneLine(scope.external_id)}`,
    `verified: ${String(scope.verified)}`,
    'gated: false',
    '[/MEMORY_SCOPE]',
  ].join('\n');
};
