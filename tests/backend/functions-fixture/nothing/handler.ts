/** Not what a function must answer. */
export const handler = () => 'text';
