/** A circle of people: those of one partner, as its owner or as the operator sees them, or the operator's own. */
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { write } from '../base/api.ts';
import { useTexts } from '../base/language.tsx';
import { useNotes } from '../parts/Trouble.tsx';

export interface Circle {
  /** Where its data is: `…/people`, `…/invitations`. */
  data: string;
  queryKey: QueryKey;
  /** Those that may be given, the first one as long as nobody chooses. */
  roles: readonly string[];
  mayInvite: boolean;
  /** May change roles, and remove people. */
  mayManage: boolean;
  /** What removing somebody means. */
  removeAbout: (name: string) => string;
}

/** A change of the list of people: what was said, then the list anew. */
export function useChange<Body>({ data, queryKey }: Circle, path: string, said: string) {
  const queries = useQueryClient();
  const notes = useNotes();
  return useMutation({
    mutationFn: (body: Body) => write<unknown>(`${data}/${path}`, body),
    onSuccess: async () => {
      notes.done(said);
      await queries.invalidateQueries({ queryKey });
    },
    onError: notes.failed,
  });
}

/** Roles of both sides in words; one that is not known stands as it is. */
export function useRoleWords() {
  const { people } = useTexts();
  const names: Record<string, string> = people.roles;
  const abouts: Record<string, string> = people.roleAbout;
  return { name: (role: string) => names[role] ?? role, about: (role: string) => abouts[role] };
}
