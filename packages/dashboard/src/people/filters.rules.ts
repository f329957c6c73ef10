/* The filters of the people page, as kept in its address. */

export interface PeopleFilters {
  /** Parts of the name, the e-mail address or the phone. */
  search: string;
  /** One location with all below it; null for the one chosen for all pages. */
  location: number | null;
}

const MAX_LENGTH = 200;

/** Ignores invalid values. */
export function filtersOf(address: URLSearchParams): PeopleFilters {
  const location = address.get('location') ?? '';
  return {
    search: (address.get('search') ?? '').slice(0, MAX_LENGTH),
    location: /^[1-9]\d{0,8}$/.test(location) ? Number(location) : null,
  };
}
