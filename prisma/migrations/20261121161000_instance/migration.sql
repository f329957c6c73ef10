ALTER TABLE "gateway" ADD COLUMN "instance_id" UUID;

CREATE TABLE "instance" (
    "id" UUID NOT NULL,
    "roles" TEXT[],
    "secret_check" BYTEA NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "instance_pkey" PRIMARY KEY ("id")
);
