-- AlterTable
ALTER TABLE "account_user" ALTER COLUMN "password_hash" DROP NOT NULL;

-- CreateTable
CREATE TABLE "user_invitation" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "token_hash" BYTEA NOT NULL,
    "link_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "invited_by" UUID NOT NULL,
    "invited_by_name" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "resend_count" INTEGER NOT NULL DEFAULT 0,
    "accepted_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_reset" (
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_reset_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_invitation_token_hash_key" ON "user_invitation"("token_hash");

-- CreateIndex
CREATE INDEX "user_invitation_location_id_idx" ON "user_invitation"("location_id");

-- CreateIndex
CREATE UNIQUE INDEX "password_reset_token_hash_key" ON "password_reset"("token_hash");

-- CreateIndex
CREATE INDEX "account_user_location_id_idx" ON "account_user"("location_id");

-- AddForeignKey
ALTER TABLE "user_invitation" ADD CONSTRAINT "user_invitation_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_invitation" ADD CONSTRAINT "user_invitation_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An address is invited once at a time; whoever was invited can be invited anew.
CREATE UNIQUE INDEX "user_invitation_waiting" ON "user_invitation"("account_id", "email") WHERE "state" = 'pending';
