-- CreateTable
CREATE TABLE "audit_roll" (
    "id" INTEGER NOT NULL,
    "accounts" INTEGER[],
    "mac" BYTEA NOT NULL,

    CONSTRAINT "audit_roll_pkey" PRIMARY KEY ("id")
);
