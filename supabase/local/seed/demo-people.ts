/** Everyone signs in with the same password; it is printed at the first start and in the README. */
export const DEMO_PASSWORD = 'demo-demo-demo';

export type DemoPerson = 'demo' | 'approver' | 'employee' | 'viewer' | 'accountant';

/** Invented people of the demo. `demo` owns all three companies; the others belong to Nordlicht. */
export const DEMO_PEOPLE: Readonly<Record<DemoPerson, { readonly id: string; readonly email: string; readonly name: string }>> = {
  demo: { id: '0190d0e0-0000-7000-8000-000000000001', email: 'demo@example.com', name: 'Svea Petersen' },
  approver: { id: '0190d0e0-0000-7000-8000-000000000002', email: 'approver@example.com', name: 'Jörn Ahlers' },
  employee: { id: '0190d0e0-0000-7000-8000-000000000003', email: 'employee@example.com', name: 'Mara Lindqvist' },
  viewer: { id: '0190d0e0-0000-7000-8000-000000000004', email: 'viewer@example.com', name: 'Ole Brandt' },
  accountant: { id: '0190d0e0-0000-7000-8000-000000000005', email: 'accountant@example.com', name: 'Hanne Gräfe' },
};
