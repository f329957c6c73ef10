-- CreateTable
CREATE TABLE "account_move" (
    "account_id" INTEGER NOT NULL,
    "mqtt_url" TEXT NOT NULL,
    "service_url" TEXT,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_move_pkey" PRIMARY KEY ("account_id")
);

-- AddForeignKey
ALTER TABLE "account_move" ADD CONSTRAINT "account_move_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
