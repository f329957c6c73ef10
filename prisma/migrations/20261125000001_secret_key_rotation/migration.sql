-- CreateTable
CREATE TABLE "audit_key_border" (
    "account_id" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "mac" BYTEA NOT NULL,

    CONSTRAINT "audit_key_border_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "secret_key" (
    "key_check" BYTEA NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "secret_key_pkey" PRIMARY KEY ("key_check")
);
