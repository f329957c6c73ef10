/** A self-signed certificate for one name, made anew for each run so that no key lies in the repository. */
export declare function selfSigned(name: string): {
  key: string;
  cert: string;
};
//# sourceMappingURL=certificate.d.ts.map
