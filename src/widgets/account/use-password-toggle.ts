import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Makes the eye of a password field say what it does, and the field say that it is refused: Mantine marks other inputs itself, not this one. */
export function usePasswordToggle(error: unknown) {
  const { t } = useTranslation();
  const [isVisible, setVisible] = useState(false);
  return {
    'aria-invalid': Boolean(error),
    visible: isVisible,
    onVisibilityChange: setVisible,
    visibilityToggleButtonProps: {
      'aria-label': t(isVisible ? 'action.hidePassword' : 'action.showPassword'),
      'aria-hidden': false,
      tabIndex: 0,
    },
  };
}
