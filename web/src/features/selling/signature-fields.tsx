import type { Signer } from '@saleyard/contract/lot-media.ts';
import { Suspense, useState } from 'react';
import { useController } from 'react-hook-form';
import { lazyPart } from '@/lib/lazy-part.ts';
import { Button } from '@/ui/button.tsx';
import { Wide } from '@/ui/form/form.tsx';
import { Row, Text } from '@/ui/layout.tsx';
import { useFileAddress } from '@/ui/upload/upload-field.tsx';
import { SIGNATURE_LABELS } from './lot-labels.ts';
import { type LotValues, newSignature, type SignatureValue } from './lot-values.ts';
import classes from './selling.module.css';

// The pad is loaded when somebody signs.
const SignatureDialog = lazyPart(async () => (await import('./signature-dialog.tsx')).SignatureDialog);

const NONE: SignatureValue = { url: '' };

/** A signature under the lot: drawn, or typed. A new one is only here until the lot is saved. */
export function SignatureField({ signer }: { signer: Signer }) {
  const { field } = useController<LotValues, `${Signer}Signature`>({ name: `${signer}Signature` });
  const [isSigning, setSigning] = useState(false);
  const { url, file, problem } = field.value;
  const own = useFileAddress(file);
  const shown = own ?? url;
  const title = SIGNATURE_LABELS[signer];
  return (
    <Wide>
      <div>
        <p>{title}</p>
        {shown !== '' && <img className={classes.signature} src={shown} alt={title} />}
        {problem && (
          <Text tone="bad" role="alert">
            {problem}
          </Text>
        )}
        <Row gap="xs" className={classes.mediumWays}>
          <Button id={`field-${signer}Signature`} variant="default" onClick={() => setSigning(true)}>
            {shown === '' ? `Sign as ${signer}` : 'Sign again'}
          </Button>
          {shown !== '' && (
            <Button variant="default" aria-label={`Remove ${title}`} onClick={() => field.onChange(NONE)}>
              Remove
            </Button>
          )}
        </Row>
      </div>
      {isSigning && (
        <Suspense fallback={null}>
          <SignatureDialog
            title={title}
            onClose={() => setSigning(false)}
            onSigned={(signed) => {
              setSigning(false);
              field.onChange(newSignature(signed));
            }}
          />
        </Suspense>
      )}
    </Wide>
  );
}
