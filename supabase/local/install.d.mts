export function isUnread(path: string): boolean;
