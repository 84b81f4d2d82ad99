import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';

/** Where the person came from; whoever came by a link from elsewhere goes home, and does not leave the app. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    void (idx > 0 ? navigate(-1) : navigate('/'));
  }, [navigate]);
}
