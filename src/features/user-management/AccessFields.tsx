import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Access, can, PERMISSION_KEYS, type PermissionKey } from '#domain/access/access.ts';
import { GIVEN_ROLES, type GivenRole, roleOf } from '#domain/access/role.ts';
import { type AccessValue, accessOfRole, isIncluded, KEY_GROUPS, mayChange } from './access-value.ts';
import { useResourceWord } from '#widgets/use-resource-word.ts';
import classes from './UserManagement.module.css';

type Props = {
  readonly value: AccessValue;
  readonly onChange: (value: AccessValue) => void;
  /** What the person has now; only differences from it must be held by the giver. */ readonly base: AccessValue;
  readonly giver: Access;
  readonly isReadOnly?: boolean;
};

/** Roles to choose from, each with what it means. */
export function RoleFields({ value, onChange, base, giver, isReadOnly = false }: Props) {
  const { t } = useTranslation('people');
  const name = useId();
  const current = roleOf(value);
  const shown = current === 'custom' || current === 'none' ? [...GIVEN_ROLES, current] : GIVEN_ROLES;
  return (
    <div role="radiogroup" aria-label={t('member.rights')} className={classes.roles}>
      {shown.map((role) => {
        const wanted = isGiven(role) ? accessOfRole(role) : value;
        const isLacking = !isReadOnly && !mayChange(giver, base, wanted);
        return (
          <label key={role} className={classes.role} data-disabled={isLacking || isReadOnly || undefined}>
            <input
              type="radio"
              name={name}
              checked={role === current}
              disabled={isLacking || isReadOnly}
              onChange={() => onChange(wanted)}
            />
            <span>
              <span className={classes.roleName}>{t(`role.${role}`)}</span>
              <span className={classes.roleText}>{t(`roleText.${role}`)}</span>
              {isLacking && <span className={classes.roleText}>{t('key.lackingRole')}</span>}
            </span>
          </label>
        );
      })}
    </div>
  );
}

const isGiven = (role: string): role is GivenRole => GIVEN_ROLES.some((given) => given === role);

/** Every right by area. What another right brings along is shown as included. */
export function KeyFields({ value, onChange, giver, isReadOnly = false }: Omit<Props, 'base'>) {
  const { t } = useTranslation('people');
  const resourceWord = useResourceWord();
  if (value.isAdmin) return <p className={classes.hint}>{t('member.everything')}</p>;
  const toggle = (key: PermissionKey) => {
    const keys = new Set(value.keys);
    if (!keys.delete(key)) keys.add(key);
    onChange({ ...value, keys });
  };
  const lacksSome = !isReadOnly && PERMISSION_KEYS.some((key) => !can(giver, key));
  return (
    <>
      <p className={classes.hint}>
        {t('member.singleText')} {lacksSome && t('key.lackingNote')}
      </p>
      <div className={classes.groups}>
        {KEY_GROUPS.map(([resource, keys]) => (
          <fieldset key={resource} className={classes.group}>
            <legend className={classes.legend}>{resourceWord(resource)}</legend>
            {keys.map((key) => {
              const isPart = isIncluded(value.keys, key);
              const isLacking = !isReadOnly && !can(giver, key);
              const label = t(`action.${key.split('.')[1] ?? ''}` as 'action.view');
              return (
                <Checkbox
                  key={key}
                  size="sm"
                  label={isPart ? <IncludedLabel label={label} /> : label}
                  checked={isPart || value.keys.has(key)}
                  disabled={isReadOnly || isPart || isLacking}
                  title={isLacking ? t('key.lacking') : undefined}
                  onChange={() => toggle(key)}
                />
              );
            })}
          </fieldset>
        ))}
      </div>
    </>
  );
}

function IncludedLabel({ label }: { label: string }) {
  const { t } = useTranslation('people');
  return (
    <>
      {label} <span className={classes.included}>({t('key.included')})</span>
    </>
  );
}
