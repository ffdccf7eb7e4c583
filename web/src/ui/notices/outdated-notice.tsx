import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

/** Says that this page is older than the server and shows no live prices; the only way on is to load it again. */
export function OutdatedNotice() {
  const reload = () => location.reload();
  return (
    <Dialog
      title="Saleyard has been updated"
      onClose={reload}
      actions={<Button onClick={reload}>Reload</Button>}
    >
      <p>This page no longer shows live prices. Reload it to go on.</p>
    </Dialog>
  );
}
