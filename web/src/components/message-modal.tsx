import { Button, Group, Modal, Text } from '@mantine/core';

/** Something the person must read before going on: a title, a sentence, one button. */
export function MessageModal({
  opened,
  title,
  message,
  onClose,
  buttonLabel = 'OK',
}: {
  opened: boolean;
  title: string;
  message: string;
  onClose: () => void;
  buttonLabel?: string;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text>{message}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {buttonLabel}
        </Button>
      </Group>
    </Modal>
  );
}
