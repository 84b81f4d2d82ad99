/** The orders of a list of dated amounts. */
export const LIST_SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const;
export type ListSort = (typeof LIST_SORTS)[number];
