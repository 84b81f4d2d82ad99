import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '#ui/toast.ts';
import classes from './auth.module.css';

type Props = { resend: () => Promise<void>; onRefused: (error: unknown) => void };

/** The server sends one mail a minute to an address; until then the button counts down instead of failing. */
const waitSeconds = 60;

export function ResendButton({ resend, onRefused }: Props) {
  const { t } = useTranslation('auth');
  const [seconds, setSeconds] = useState(waitSeconds);
  useEffect(() => {
    if (seconds === 0) return undefined;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);

  const send = async () => {
    setSeconds(waitSeconds);
    try {
      await resend();
      showToast({ type: 'success', text: t('checkMail.resent') });
    } catch (error) {
      onRefused(error);
      setSeconds(0);
    }
  };

  return (
    <button type="button" className={classes.link} disabled={seconds > 0} onClick={() => void send()}>
      {seconds > 0 ? t('checkMail.wait', { count: seconds }) : t('checkMail.resend')}
    </button>
  );
}
