// Something that a person does by a button: one at a time, with its problem until the next try.
import { Problem } from "../core/graphql.mjs";
import { useState } from "../core/component.mjs";

/**
 * @returns {{ busy: boolean, problem: Problem | null, run: (act: () => Promise<unknown>) => Promise<boolean> }}
 */
export function useButtonAction() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {Problem | null} */ (null));
  return {
    busy,
    problem,
    run: async (act) => {
      setBusy(true);
      setProblem(null);
      try {
        await act();
        return true;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        setProblem(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
