import { mail } from './mail.ts';

type Data = {
  account: string;
  numericId: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
};

/** To the office. */
export default mail<Data>(
  ({ account, numericId, firstName, lastName, email, phone }) => ({
    subject: `Interest in upcoming auctions: user ${numericId}`,
    heading: 'Somebody is interested in upcoming auctions',
    paragraphs: [
      `User ${numericId}: ${firstName} ${lastName}`,
      `E-mail: ${email}`,
      `Phone: ${phone}`,
      `Account: ${account}`,
    ],
  }),
  {
    account: '0197a3c2-5b1e-7d40-9c55-3f2a6b8e1d07',
    numericId: 20417,
    firstName: 'Robin',
    lastName: 'Hall',
    email: 'robin@farm.example',
    phone: '0400 000 000',
  },
);
