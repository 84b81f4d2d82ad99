import { IconBuilding, IconBuildings, IconCheck, IconLayoutGrid, IconPlus, IconSelector } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useCurrentCompany } from '#data/session/use-session.ts';
import { BarMenu } from './BarMenu.tsx';
import menu from './BarMenu.module.css';
import type { CompanyArrival } from './company-arrival.ts';
import classes from './CompanySwitcher.module.css';

/** The current company's name, and the others one click away. Works offline from the list on this device. */
export function CompanySwitcher() {
  const { t } = useTranslation('navigation');
  const { t: tCompany } = useTranslation('company');
  const navigate = useNavigate();
  const { companies, current } = useCurrentCompany();
  if (!current) return null;
  const name = current.name || tCompany('select.unnamed');

  const switchTo = (id: string) => {
    // The page may show a record of the company being left.
    if (id !== current.id) void navigate('/', { state: { company: id } satisfies CompanyArrival });
  };

  return (
    <div className={classes.root}>
      <BarMenu
        side="start"
        label={t('company.current', { name })}
        faceClassName={classes.face}
        face={
          <>
            <span className={classes.name}>{name}</span>
            <IconSelector size={16} aria-hidden className={classes.arrows} />
          </>
        }
      >
        <p className={menu.heading}>{t('company.switch')}</p>
        {companies.map((company) => (
          <button
            key={company.id}
            type="button"
            className={menu.item}
            aria-current={company.id === current.id ? 'true' : undefined}
            onClick={() => switchTo(company.id)}
          >
            <IconBuilding size={18} aria-hidden />
            <span>
              {company.name || tCompany('select.unnamed')}
              {company.is_former && <span className={classes.former}>{tCompany('select.former')}</span>}
            </span>
            {company.id === current.id && <IconCheck size={16} aria-hidden className={menu.check} />}
          </button>
        ))}
        <hr className={menu.line} />
        {companies.length > 1 && (
          <Link to="/companies" className={menu.item}>
            <IconLayoutGrid size={18} aria-hidden />
            {t('company.glance')}
          </Link>
        )}
        <Link to="/company/select-current" state={{ company: null } satisfies CompanyArrival} className={menu.item}>
          <IconBuildings size={18} aria-hidden />
          {t('company.all')}
        </Link>
        <Link to="/company/select-current?new=1" className={menu.item}>
          <IconPlus size={18} aria-hidden />
          {t('company.create')}
        </Link>
      </BarMenu>
    </div>
  );
}
