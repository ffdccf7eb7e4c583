import { Link, useLocation } from 'react-router';
import { IconMail } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { BannerList } from '@/ui/notices/banner-list.tsx';

/** Reminds a person to confirm their e-mail address, on every page but the one where that is done. */
export function ConfirmEmailBanner({ email }: { email: string }) {
  const { pathname } = useLocation();
  if (pathname.startsWith(paths.confirmEmail)) return null;
  const content = (
    <>
      Please confirm your e-mail address {email}. <Link to={paths.confirmEmail}>Enter the code</Link>
    </>
  );
  return (
    <BannerList
      label="Your e-mail address"
      banners={[{ id: 'confirm-email', Icon: IconMail, content, tone: 'warning' }]}
    />
  );
}
