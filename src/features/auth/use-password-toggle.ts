import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Makes the eye of a password field say what it does. */
export function usePasswordToggle() {
  const { t } = useTranslation();
  const [isVisible, setVisible] = useState(false);
  return {
    visible: isVisible,
    onVisibilityChange: setVisible,
    visibilityToggleButtonProps: {
      'aria-label': t(isVisible ? 'action.hidePassword' : 'action.showPassword'),
      'aria-hidden': false,
      tabIndex: 0,
    },
  };
}
