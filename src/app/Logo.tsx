/** The mark: a ledger page whose two columns form a K. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="#6366f1" />
      <path d="M10 7v18" stroke="#fff" strokeWidth="3.4" strokeLinecap="round" />
      <path d="M22.5 7.5 14.5 16l8 8.5" fill="none" stroke="#fff" strokeWidth="3.4" strokeLinecap="round" strokeLinejoin="round" />
      <circle cx="22.6" cy="16" r="1.9" fill="#c7d2fe" />
    </svg>
  );
}
