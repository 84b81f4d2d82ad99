import { createTheme } from '@mantine/core';

/** A `<dialog>` lives above every portal: dropdowns inside it must open in place. */
export const dialogTheme = createTheme({
  components: {
    Popover: { defaultProps: { withinPortal: false } },
    // It has a default of its own and passes it on to the Popover.
    Combobox: { defaultProps: { withinPortal: false } },
    Tooltip: { defaultProps: { withinPortal: false } },
  },
});
