/** The texts of the audit trail, loaded with it. */
import { textsWith } from '../base/language.tsx';
import { englishTrail } from '../texts/english-trail.ts';
import { frenchTrail } from '../texts/french-trail.ts';

export const useTrailTexts = textsWith({ en: englishTrail, fr: frenchTrail });
export type TrailTexts = ReturnType<typeof useTrailTexts>;
