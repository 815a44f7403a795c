import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** What an address such as `/billing#tariffs` may name. */
const cards = ['so-far', 'costs', 'tariffs', 'bills'];

/** Drawn with the cards, which come only with their data: brings the one that the address names to the top. */
export function CardArrival() {
  const { hash } = useLocation();
  useEffect(() => {
    const id = hash.slice(1);
    if (cards.includes(id)) document.getElementById(id)?.scrollIntoView();
  }, [hash]);
  return null;
}
