import { CompanyProvider } from '#data/opening/CompanyProvider.tsx';
import { useCurrentCompany, useSession } from '#data/session/use-session.ts';
import { DefaultLayout } from './DefaultLayout.tsx';
import { PersonalArea } from './PersonalArea.tsx';

/** The signed-in area of one company: its database is open as long as this stands, and is exchanged with the company. */
export function CompanyArea() {
  const current = useSession();
  const { current: company } = useCurrentCompany();
  if (!('user' in current)) return null;
  if (!company) return <PersonalArea />;
  return (
    <CompanyProvider key={company.id} userId={current.user.id} companyId={company.id}>
      {(opening) => <DefaultLayout opening={opening} />}
    </CompanyProvider>
  );
}
