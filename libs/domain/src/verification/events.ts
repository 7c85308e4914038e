import { z } from 'zod';
import { defineEvent } from '../define-event.js';
import { at, id } from '../event-fields.js';

/** An account asks for a code that its person says by another account. INVARIANT: the code itself is in no event. */
export const LinkCodeAsked = defineEvent(
  'LinkCodeAsked',
  1,
  z.object({ codeId: id, codeKey: id, entityId: id, expiresAt: at, at }),
);
/** Another account said it, in private: both are one person's. */
export const LinkCodeConfirmed = defineEvent(
  'LinkCodeConfirmed',
  1,
  z.object({ codeId: id, askedBy: id, entityId: id, at }),
);
/** It was said where others read along: whoever says it from now on may have it from there. */
export const LinkCodeRevealed = defineEvent(
  'LinkCodeRevealed',
  1,
  z.object({ codeId: id, entityId: id, at }),
);
/** An account said a code that is none. */
export const LinkCodeMissed = defineEvent('LinkCodeMissed', 1, z.object({ entityId: id, at }));
