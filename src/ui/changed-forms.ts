type Changed = () => HTMLFormElement | null;
const forms = new Set<Changed>();

/** Has a form asked whether somebody changed it; what comes back ends that. `element` says null while it is as it was opened, or as it was saved. */
export function followForm(element: Changed): () => void {
  forms.add(element);
  return () => void forms.delete(element);
}

/** The forms on the screen that hold what somebody typed or chose, and did not save. */
export const changedForms = (): readonly HTMLFormElement[] => [...forms].flatMap((element) => element() ?? []);
